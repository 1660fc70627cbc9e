package loadproof.stand.depot.formats;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loadproof.stand.depot.store.Placement;

/**
 * A file in the layout of Maven 2: {@code
 * GROUP/ARTIFACT/BASE_VERSION/ARTIFACT-VERSION[-CLASSIFIER].EXTENSION}.
 *
 * @param version as the file has it: of a snapshot with its timestamp, where it has one
 * @param baseVersion the directory: of a snapshot {@code 1.0-SNAPSHOT}
 */
record MavenPath(
    String group,
    String artifact,
    String version,
    String baseVersion,
    String classifier,
    String extension) {
  static final String METADATA = "maven-metadata.xml";

  private static final String SNAPSHOT = "-SNAPSHOT";
  private static final Pattern SUFFIX = Pattern.compile("(.+)\\.(md5|sha1|sha256|sha512)");
  private static final Pattern TIMESTAMP = Pattern.compile("(\\d{8}\\.\\d{6})-(\\d{1,9})");

  /** End of a file name: an optional classifier, and an extension that may have two parts. */
  private static final Pattern REST =
      Pattern.compile(
          "(?:-([^.]+(?:\\.\\d[^.]*)*))?\\.(tar\\.[a-z0-9]+(?:\\.asc)?|[^.]+(?:\\.asc)?)");

  /** A path with the suffix of a digest: the path without it, and the digest's name. */
  record Digested(String path, String digest) {}

  /** The path of a checksum; empty for any other. */
  static Optional<Digested> digested(String path) {
    Matcher matcher = SUFFIX.matcher(path);
    return matcher.matches()
        ? Optional.of(new Digested(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  static boolean isMetadata(String path) {
    return path.equals(METADATA) || path.endsWith("/" + METADATA);
  }

  /** Reads a path; empty when it is no file of the layout. */
  static Optional<MavenPath> parse(String path) {
    String[] segments = path.split("/");
    int count = segments.length;
    if (count < 4) {
      return Optional.empty();
    }
    String file = segments[count - 1];
    String base = segments[count - 2];
    String artifact = segments[count - 3];
    String group = String.join(".", Arrays.copyOf(segments, count - 3));
    if (!file.startsWith(artifact + "-")) {
      return Optional.empty();
    }
    String after = file.substring(artifact.length() + 1);
    String version = version(base, after);
    if (version == null) {
      return Optional.empty();
    }
    Matcher rest = REST.matcher(after.substring(version.length()));
    if (!rest.matches()) {
      return Optional.empty();
    }
    String classifier = rest.group(1) == null ? "" : rest.group(1);
    return Optional.of(new MavenPath(group, artifact, version, base, classifier, rest.group(2)));
  }

  private static String version(String base, String after) {
    if (after.startsWith(base)) {
      return base;
    }
    if (!base.endsWith(SNAPSHOT)) {
      return null;
    }
    String prefix = base.substring(0, base.length() - SNAPSHOT.length() + 1);
    if (!after.startsWith(prefix)) {
      return null;
    }
    Matcher timestamp = TIMESTAMP.matcher(after.substring(prefix.length()));
    return timestamp.lookingAt() ? prefix + timestamp.group() : null;
  }

  boolean isSnapshot() {
    return baseVersion.endsWith(SNAPSHOT);
  }

  /** Timestamp and number of the build of a snapshot; empty for one without. */
  Optional<String[]> build() {
    if (!isSnapshot() || version.equals(baseVersion)) {
      return Optional.empty();
    }
    String prefix = baseVersion.substring(0, baseVersion.length() - SNAPSHOT.length() + 1);
    Matcher matcher = TIMESTAMP.matcher(version.substring(prefix.length()));
    return matcher.matches()
        ? Optional.of(new String[] {matcher.group(1), matcher.group(2)})
        : Optional.empty();
  }

  Placement.Coordinates coordinates() {
    return new Placement.Coordinates(group, artifact, version);
  }

  /** The directory of the artifact, in which its metadata lies. */
  String artifactFolder() {
    return group.replace('.', '/') + "/" + artifact;
  }

  String versionFolder() {
    return artifactFolder() + "/" + baseVersion;
  }
}
