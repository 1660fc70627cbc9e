package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.BoundedInput;
import loadproof.stand.depot.http.Parts;
import loadproof.stand.depot.http.Paths;
import loadproof.stand.depot.store.Blob;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repository;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Uploads by a form, whatever the format: its fields are those of {@code /formats/upload-specs},
 * with the format in front.
 */
public final class ComponentUploads {
  private static final int MOST_MANIFEST_BYTES = 1 << 20;
  private static final long MOST_UNPACKED_BYTES = 1L << 30;
  private static final Pattern DISTRIBUTION =
      Pattern.compile("(.+?)-(\\d[A-Za-z0-9.!+_]*)(?:-.*)?\\.(?:whl|tar\\.gz|zip|tar\\.bz2|egg)");

  private final Hosted hosted;
  private final MavenFormat maven;
  private final NpmPublisher npm;
  private final PypiFormat pypi;
  private final NuGetFormat nuget;
  private final YumFormat yum;

  public ComponentUploads(
      Hosted hosted, MavenFormat maven, PypiFormat pypi, NuGetFormat nuget, YumFormat yum) {
    this.hosted = hosted;
    this.maven = maven;
    this.npm = new NpmPublisher(hosted);
    this.pypi = pypi;
    this.nuget = nuget;
    this.yum = yum;
  }

  /**
   * Puts the files of a form.
   *
   * @throws Refusal 400 for a field that is missing, 409 for what is there already
   */
  public void put(Repository repository, Parts parts, String uploader) throws IOException {
    if (parts.files().isEmpty()) {
      throw new Refusal(400, "the upload has no file");
    }
    for (Parts.FilePart file : parts.files()) {
      switch (repository.format()) {
        case "maven2" -> putMaven(repository, parts, file, uploader);
        case "npm" -> putNpm(repository, file.draft(), uploader);
        case "nuget" -> nuget.deposit(file.draft(), repository, uploader);
        case "pypi" -> putPypi(repository, file, uploader);
        case "yum" -> yum.deposit(file.draft(), repository, path("yum", parts, file), uploader);
        default -> putRaw(repository, path("raw", parts, file), file.draft(), uploader);
      }
    }
  }

  private void putMaven(Repository repository, Parts parts, Parts.FilePart file, String uploader) {
    String artifact = given(parts, "maven2.artifactId");
    String version = given(parts, "maven2.version");
    String classifier = parts.field(file.field() + ".classifier");
    String path =
        "%s/%s/%s/%s-%s%s.%s"
            .formatted(
                given(parts, "maven2.groupId").replace('.', '/'),
                artifact,
                version,
                artifact,
                version,
                classifier == null || classifier.isEmpty() ? "" : "-" + classifier,
                given(parts, file.field() + ".extension"));
    Paths.checkSegments(path);
    maven.put(file.draft(), repository, path, uploader);
  }

  private void putRaw(Repository repository, String path, Draft draft, String uploader) {
    hosted
        .deposits()
        .put(
            draft,
            repository,
            new Placement(
                path,
                ContentTypes.of(path),
                RawFormat.coordinates(path),
                Json.object(),
                Json.object(),
                uploader,
                repository.writePolicy() == Repository.WritePolicy.ALLOW));
  }

  private void putPypi(Repository repository, Parts.FilePart file, String uploader) {
    Matcher matcher = DISTRIBUTION.matcher(file.fileName());
    if (!matcher.matches()) {
      throw new Refusal(400, "\"" + file.fileName() + "\" is no distribution of Python");
    }
    pypi.deposit(
        file.draft(),
        repository,
        new PypiFormat.Upload(matcher.group(1), matcher.group(2), file.fileName(), null, null),
        uploader);
  }

  private void putNpm(Repository repository, Draft draft, String uploader) throws IOException {
    Blob blob = draft.complete();
    JsonNode manifest = manifest(draft.file());
    String version = manifest.path("version").asText();
    NpmName name =
        NpmName.parse(manifest.path("name").asText())
            .orElseThrow(() -> new Refusal(400, "package.json has no name of a package"));
    ObjectNode kept = manifest.deepCopy();
    kept.putObject("dist")
        .put("shasum", blob.sha1())
        .put("integrity", NpmPublication.integrity(blob));
    ObjectNode packument = Json.object().put("name", name.full());
    packument.put("description", manifest.path("description").asText());
    packument.putObject("versions").set(version, kept);
    packument.putObject("dist-tags").put("latest", version);
    npm.publish(draft, repository, name, packument, uploader);
  }

  /** The {@code package.json} of a tarball. */
  private static JsonNode manifest(Path tarball) throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(tarball));
        TarArchiveInputStream tar =
            new TarArchiveInputStream(
                new BoundedInput(new GZIPInputStream(file), MOST_UNPACKED_BYTES))) {
      TarArchiveEntry entry = tar.getNextEntry();
      while (entry != null) {
        if (entry.getName().matches("[^/]+/package\\.json")) {
          JsonNode read = Json.sent(tar.readNBytes(MOST_MANIFEST_BYTES), "package.json");
          if (read.isObject()) {
            return read;
          }
        }
        entry = tar.getNextEntry();
      }
    } catch (IOException | IllegalArgumentException fault) {
      throw new Refusal(400, "the upload is no package of npm: " + fault.getMessage());
    }
    throw new Refusal(400, "the upload has no package.json");
  }

  private static String path(String format, Parts parts, Parts.FilePart file) {
    String directory = parts.field(format + ".directory");
    String name = parts.field(file.field() + ".filename");
    String folder = directory == null ? "" : directory.replaceAll("^/+|/+$", "");
    String path = (folder.isEmpty() ? "" : folder + "/") + (name == null ? file.fileName() : name);
    Paths.checkSegments(path);
    if (path.isEmpty() || path.endsWith("/") || path.length() > 1024) {
      throw new Refusal(400, "\"" + path + "\" is no path of a file");
    }
    return path;
  }

  private static String given(Parts parts, String field) {
    String value = parts.field(field);
    if (value == null || value.isBlank()) {
      throw new Refusal(400, "the upload has no field \"" + field + "\"");
    }
    return value.strip();
  }
}
