package loadproof.stand.depot.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import loadproof.stand.depot.formats.MavenFormat;
import loadproof.stand.depot.formats.NpmPublisher;
import loadproof.stand.depot.formats.NuGetFormat;
import loadproof.stand.depot.formats.PypiFormat;
import loadproof.stand.depot.formats.YumFormat;
import loadproof.stand.depot.store.Blob;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Deposits;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Repository;

/**
 * The artifacts of the data: real archives, put by what puts uploads, so that documents and rows
 * are those of the service.
 */
final class Artifacts {
  private static final String UPLOADER = "admin";
  private static final int VERSIONS = 10;
  private static final int LEAST_BYTES = 1024;
  private static final int MOST_BYTES = 16 * 1024;

  private final BlobStore blobs;
  private final Repositories repositories;
  private final Deposits deposits;
  private final MavenFormat maven;
  private final NpmPublisher npm;
  private final PypiFormat pypi;
  private final NuGetFormat nuget;
  private final YumFormat yum;
  private final SplittableRandom random = new SplittableRandom(2025);

  Artifacts(
      BlobStore blobs,
      Repositories repositories,
      Deposits deposits,
      MavenFormat maven,
      NpmPublisher npm,
      PypiFormat pypi,
      NuGetFormat nuget,
      YumFormat yum) {
    this.blobs = blobs;
    this.repositories = repositories;
    this.deposits = deposits;
    this.maven = maven;
    this.npm = npm;
    this.pypi = pypi;
    this.nuget = nuget;
    this.yum = yum;
  }

  /** Makes the n-th version of a Maven artifact: a pom and a jar. */
  void maven(int number) throws IOException {
    String artifact = "artifact-%05d".formatted(number / VERSIONS);
    String group = "org.example.group%03d".formatted(number / VERSIONS % 200);
    boolean snapshot = number / VERSIONS % 20 == 19;
    String version = "1." + number % VERSIONS + ".0";
    String base = snapshot ? version + "-SNAPSHOT" : version;
    String build = snapshot ? version + "-20251219.000000-1" : version;
    Repository repository = repositories.named(snapshot ? "maven-snapshots" : "maven-releases");
    String path =
        "%s/%s/%s/%s-%s".formatted(group.replace('.', '/'), artifact, base, artifact, build);
    String pom =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>%s</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
        </project>
        """
            .formatted(group, artifact, base);
    byte[] jar = Archives.zip(Map.of("org/example/content", bytes()));
    maven.deposit(draft(Archives.text(pom)), repository, path + ".pom", UPLOADER);
    maven.deposit(draft(jar), repository, path + ".jar", UPLOADER);
  }

  /** Makes the n-th version of an npm package. */
  void npm(int number) throws IOException {
    String name = "package-%05d".formatted(number / VERSIONS);
    String version = "1." + number % VERSIONS + ".0";
    ObjectNode manifest = Json.object().put("name", name).put("version", version);
    manifest.put("description", "Package " + name).put("license", "MIT").put("main", "index.js");
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("package/package.json", Json.bytes(manifest));
    files.put("package/index.js", Archives.text("module.exports = \"" + version + "\";\n"));
    files.put("package/content", bytes());
    Draft draft = draft(Archives.tarGz(files));
    Blob blob = draft.complete();
    byte[] digest = HexFormat.of().parseHex(blob.sha512());
    manifest
        .putObject("dist")
        .put("shasum", blob.sha1())
        .put("integrity", "sha512-" + Base64.getEncoder().encodeToString(digest));
    ObjectNode packument = Json.object().put("name", name).put("description", "Package " + name);
    packument.putObject("versions").set(version, manifest);
    packument.putObject("dist-tags").put("latest", version);
    npm.publish(draft, repositories.named("npm-hosted"), packument, UPLOADER);
  }

  /** Makes the n-th version of a NuGet package. */
  void nuget(int number) throws IOException {
    String id = "Example.Package%05d".formatted(number / VERSIONS);
    String version = "1." + number % VERSIONS + ".0";
    String spec =
        """
        <?xml version="1.0" encoding="utf-8"?>
        <package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
          <metadata>
            <id>%s</id>
            <version>%s</version>
            <authors>Example</authors>
            <description>Package %s</description>
            <tags>example data</tags>
          </metadata>
        </package>
        """
            .formatted(id, version, id);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(id + ".nuspec", Archives.text(spec));
    files.put("content/content", bytes());
    nuget.deposit(draft(Archives.zip(files)), repositories.named("nuget-hosted"), UPLOADER);
  }

  /** Makes the n-th version of a Python project: a wheel. */
  void pypi(int number) throws IOException {
    String name = "project%05d".formatted(number / VERSIONS);
    String version = "1." + number % VERSIONS + ".0";
    String info = name + "-" + version + ".dist-info/";
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(name + "/__init__.py", Archives.text("VERSION = \"" + version + "\"\n"));
    files.put(name + "/content", bytes());
    files.put(
        info + "METADATA",
        Archives.text("Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n"));
    files.put(
        info + "WHEEL",
        Archives.text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"));
    files.put(
        info + "RECORD",
        Archives.text(
            "%1$s/__init__.py,,\n%1$s/content,,\n%2$sMETADATA,,\n%2$sWHEEL,,\n%2$sRECORD,,\n"
                .formatted(name, info)));
    pypi.deposit(
        draft(Archives.zip(files)),
        repositories.named("pypi-hosted"),
        new PypiFormat.Upload(
            name, version, name + "-" + version + "-py3-none-any.whl", ">=3.8", "Project " + name),
        UPLOADER);
  }

  /** Makes the n-th RPM package. */
  void yum(int number) throws IOException {
    String name = "tool-%05d".formatted(number / VERSIONS);
    String version = "1." + number % VERSIONS;
    byte[] rpm = Archives.rpm(name, version, bytes());
    yum.deposit(
        draft(rpm),
        repositories.named("yum-hosted"),
        "Packages/" + name + "-" + version + "-1.noarch.rpm",
        UPLOADER);
  }

  /** Makes the n-th file. */
  void raw(int number) {
    String path = "folder%03d/file-%05d.bin".formatted(number % 100, number);
    deposits.put(
        draft(bytes()),
        repositories.named("raw-hosted"),
        new Placement(
            path,
            "application/octet-stream",
            new Placement.Coordinates("/folder%03d".formatted(number % 100), path, ""),
            Json.object(),
            Json.object(),
            UPLOADER,
            true));
  }

  private Draft draft(byte[] content) {
    Draft draft = blobs.begin();
    draft.write(content, 0, content.length);
    return draft;
  }

  /** Bytes of a size that is small more often than large. */
  private byte[] bytes() {
    double spread = (double) MOST_BYTES / LEAST_BYTES;
    byte[] bytes = new byte[(int) (LEAST_BYTES * Math.pow(spread, random.nextDouble()))];
    random.nextBytes(bytes);
    return bytes;
  }
}
