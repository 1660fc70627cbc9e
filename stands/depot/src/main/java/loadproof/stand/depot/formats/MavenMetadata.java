package loadproof.stand.depot.formats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.repository.metadata.Metadata;
import org.apache.maven.artifact.repository.metadata.Snapshot;
import org.apache.maven.artifact.repository.metadata.SnapshotVersion;
import org.apache.maven.artifact.repository.metadata.Versioning;
import org.apache.maven.artifact.repository.metadata.io.xpp3.MetadataXpp3Writer;
import org.apache.maven.artifact.versioning.ComparableVersion;

/**
 * The {@code maven-metadata.xml} of an artifact and of its snapshots, made anew of the rows in the
 * transaction of each change that shows in them.
 */
public final class MavenMetadata {
  private static final DateTimeFormatter UPDATED =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC);
  private static final String VERSIONS =
      """
      SELECT DISTINCT coalesce(attributes->>'baseVersion', version) FROM component
       WHERE repository_id = ? AND namespace = ? AND name = ?""";
  private static final String SNAPSHOT_FILES =
      """
      SELECT a.path FROM asset a JOIN component c ON c.id = a.component_id
       WHERE c.repository_id = ? AND c.namespace = ? AND c.name = ?
         AND c.attributes->>'baseVersion' = ?""";

  private final Hosted hosted;

  public MavenMetadata(Hosted hosted) {
    this.hosted = hosted;
  }

  /** Makes the metadata of the artifact of a path, and of its snapshot, anew. */
  void rebuild(int repository, MavenPath path) {
    rebuildArtifact(repository, path.group(), path.artifact());
    if (path.isSnapshot()) {
      rebuildSnapshot(repository, path);
    }
  }

  /** Makes the list of versions of an artifact anew; without versions the document goes. */
  public void rebuildArtifact(int repository, String group, String artifact) {
    List<String> versions =
        hosted
            .jdbc()
            .sql(VERSIONS)
            .param(repository)
            .param(group)
            .param(artifact)
            .query(String.class)
            .list()
            .stream()
            .sorted(Comparator.comparing(ComparableVersion::new))
            .toList();
    String place = group.replace('.', '/') + "/" + artifact + "/" + MavenPath.METADATA;
    if (versions.isEmpty()) {
      hosted.documents().delete(repository, place);
      return;
    }
    Versioning versioning = new Versioning();
    versioning.setVersions(versions);
    versioning.setLatest(versions.get(versions.size() - 1));
    versions.stream()
        .filter(version -> !version.endsWith("-SNAPSHOT"))
        .reduce((first, second) -> second)
        .ifPresent(versioning::setRelease);
    write(repository, place, metadata(group, artifact, null, versioning));
  }

  private void rebuildSnapshot(int repository, MavenPath path) {
    String place = path.versionFolder() + "/" + MavenPath.METADATA;
    List<MavenPath> files =
        hosted
            .jdbc()
            .sql(SNAPSHOT_FILES)
            .param(repository)
            .param(path.group())
            .param(path.artifact())
            .param(path.baseVersion())
            .query(String.class)
            .list()
            .stream()
            .flatMap(file -> MavenPath.parse(file).stream())
            .filter(file -> file.build().isPresent())
            .sorted(
                Comparator.comparing(MavenMetadata::buildNumber).thenComparing(MavenPath::version))
            .toList();
    if (files.isEmpty()) {
      hosted.documents().delete(repository, place);
      return;
    }
    Versioning versioning = new Versioning();
    versioning.setSnapshot(snapshot(files.get(files.size() - 1)));
    Map<String, SnapshotVersion> latest = new LinkedHashMap<>();
    files.forEach(file -> latest.put(file.classifier() + ":" + file.extension(), entry(file)));
    versioning.setSnapshotVersions(List.copyOf(latest.values()));
    Metadata metadata = metadata(path.group(), path.artifact(), path.baseVersion(), versioning);
    metadata.setModelVersion("1.1.0");
    write(repository, place, metadata);
  }

  private static int buildNumber(MavenPath file) {
    return Integer.parseInt(file.build().orElseThrow()[1]);
  }

  private static Snapshot snapshot(MavenPath latest) {
    String[] build = latest.build().orElseThrow();
    Snapshot snapshot = new Snapshot();
    snapshot.setTimestamp(build[0]);
    snapshot.setBuildNumber(Integer.parseInt(build[1]));
    return snapshot;
  }

  private static SnapshotVersion entry(MavenPath file) {
    SnapshotVersion entry = new SnapshotVersion();
    entry.setClassifier(file.classifier());
    entry.setExtension(file.extension());
    entry.setVersion(file.version());
    entry.setUpdated(file.build().orElseThrow()[0].replace(".", ""));
    return entry;
  }

  private Metadata metadata(String group, String artifact, String version, Versioning versioning) {
    versioning.setLastUpdated(UPDATED.format(hosted.clock().instant()));
    Metadata metadata = new Metadata();
    metadata.setGroupId(group);
    metadata.setArtifactId(artifact);
    metadata.setVersion(version);
    metadata.setVersioning(versioning);
    return metadata;
  }

  private void write(int repository, String place, Metadata metadata) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new MetadataXpp3Writer().write(out, metadata);
    } catch (IOException fault) {
      throw new IllegalStateException("bytes in memory are always written", fault);
    }
    byte[] text = out.toString(StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    hosted.documents().write(repository, place, "application/xml", text);
  }
}
