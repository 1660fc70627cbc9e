package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Documents.Document;
import loadproof.stand.depot.store.Json;

/**
 * The documents of npm packages, one each: changed under the lock of the package, kept with links
 * relative to the repository.
 */
final class NpmPackuments {
  private static final String TYPE = "application/json";

  /** Fields of a version that an installation needs. */
  private static final Set<String> ABBREVIATED =
      Set.of(
          "name",
          "version",
          "deprecated",
          "dependencies",
          "optionalDependencies",
          "devDependencies",
          "bundleDependencies",
          "bundledDependencies",
          "peerDependencies",
          "peerDependenciesMeta",
          "bin",
          "directories",
          "dist",
          "engines",
          "os",
          "cpu",
          "libc",
          "funding",
          "hasInstallScript",
          "_hasShrinkwrap");

  private static final Set<String> KEPT =
      Set.of(
          "description",
          "keywords",
          "homepage",
          "bugs",
          "repository",
          "author",
          "contributors",
          "maintainers",
          "license",
          "readme",
          "readmeFilename",
          "users");

  private static final Pattern VERSION =
      Pattern.compile(
          "(0|[1-9]\\d{0,15})\\.(0|[1-9]\\d{0,15})\\.(0|[1-9]\\d{0,15})"
              + "(?:-([0-9A-Za-z.-]{1,200}))?(?:\\+[0-9A-Za-z.-]{1,200})?");

  private final Hosted hosted;

  NpmPackuments(Hosted hosted) {
    this.hosted = hosted;
  }

  static boolean isVersion(String text) {
    return VERSION.matcher(text).matches();
  }

  Optional<ObjectNode> find(int repository, String name) {
    return hosted
        .documents()
        .find(repository, name)
        .map(document -> (ObjectNode) Json.stored(text(document)));
  }

  /**
   * The document of a package.
   *
   * @throws Refusal 404 when there is none
   */
  ObjectNode named(int repository, String name) {
    return find(repository, name)
        .orElseThrow(() -> new Refusal(404, "there is no package \"" + name + "\""));
  }

  /**
   * Adds a version, and the tags that were published with it.
   *
   * @throws Refusal 409 when the package has the version
   */
  void add(
      int repository,
      NpmName name,
      String version,
      JsonNode manifest,
      JsonNode published,
      long rev) {
    ObjectNode packument =
        find(repository, name.full()).orElseGet(() -> Json.object().put("_id", name.full()));
    packument.put("name", name.full());
    ObjectNode versions = packument.withObject("/versions");
    if (versions.has(version)) {
      throw new Refusal(409, name.full() + " has version " + version + " already");
    }
    KEPT.stream()
        .filter(field -> published.has(field) && !published.get(field).isNull())
        .sorted()
        .forEach(field -> packument.set(field, published.get(field)));
    ObjectNode kept = manifest.deepCopy();
    ((ObjectNode) kept.withObject("/dist")).put("tarball", name.tarball(version));
    versions.set(version, kept);
    ObjectNode tags = packument.withObject("/dist-tags");
    published
        .path("dist-tags")
        .fields()
        .forEachRemaining(tag -> tags.set(tag.getKey(), tag.getValue()));
    if (!tags.has("latest")) {
      tags.put("latest", version);
    }
    String now = now();
    ObjectNode times = packument.withObject("/time");
    if (!times.has("created")) {
      times.put("created", now);
    }
    times.put("modified", now);
    times.put(version, now);
    write(repository, packument, rev);
  }

  /** Takes a version out; the document goes with the last one. */
  void remove(int repository, NpmName name, String version, long rev) {
    Optional<ObjectNode> found = find(repository, name.full());
    if (found.isEmpty()) {
      return;
    }
    ObjectNode packument = found.get();
    ObjectNode versions = packument.withObject("/versions");
    versions.remove(version);
    packument.withObject("/time").remove(version);
    if (versions.isEmpty()) {
      hosted.documents().delete(repository, name.full());
      return;
    }
    ObjectNode tags = packument.withObject("/dist-tags");
    List<String> orphans = new ArrayList<>();
    tags.fields()
        .forEachRemaining(
            tag -> {
              if (tag.getValue().asText().equals(version)) {
                orphans.add(tag.getKey());
              }
            });
    orphans.forEach(tags::remove);
    if (!tags.has("latest")) {
      tags.put("latest", highest(versions));
    }
    write(repository, packument, rev);
  }

  /** Takes over which of the versions are deprecated. */
  void deprecate(int repository, NpmName name, JsonNode sent, long rev) {
    ObjectNode packument = named(repository, name.full());
    ObjectNode versions = packument.withObject("/versions");
    sent.path("versions")
        .fields()
        .forEachRemaining(
            one -> {
              if (versions.get(one.getKey()) instanceof ObjectNode version) {
                String why = one.getValue().path("deprecated").asText();
                if (why.isEmpty()) {
                  version.remove("deprecated");
                } else {
                  version.put("deprecated", why);
                }
              }
            });
    write(repository, packument, rev);
  }

  /** Points a tag to a version, or takes it away where {@code version} is null. */
  void tag(int repository, NpmName name, String tag, String version, long rev) {
    ObjectNode packument = named(repository, name.full());
    ObjectNode tags = packument.withObject("/dist-tags");
    if (version == null) {
      if (tag.equals("latest")) {
        throw new Refusal(400, "the tag latest cannot be taken away");
      }
      if (tags.remove(tag) == null) {
        throw new Refusal(404, "there is no tag \"" + tag + "\"");
      }
    } else {
      if (!packument.path("versions").has(version)) {
        throw new Refusal(404, name.full() + " has no version \"" + version + "\"");
      }
      tags.put(tag, version);
    }
    write(repository, packument, rev);
  }

  private void write(int repository, ObjectNode packument, long rev) {
    packument.put("_rev", rev + "-" + Long.toHexString(rev));
    packument.withObject("/time").put("modified", now());
    hosted
        .documents()
        .write(repository, packument.path("name").asText(), TYPE, Json.bytes(packument));
  }

  /** The document as a client sees it: with whole links, abbreviated where that is asked for. */
  static ObjectNode seen(ObjectNode packument, String baseUrl, boolean abbreviated) {
    packument.path("versions").forEach(version -> link((ObjectNode) version, baseUrl));
    if (!abbreviated) {
      return packument;
    }
    ObjectNode brief = Json.object();
    brief.set("name", packument.get("name"));
    brief.set("modified", packument.path("time").get("modified"));
    brief.set("dist-tags", packument.get("dist-tags"));
    ObjectNode versions = brief.withObject("/versions");
    packument
        .path("versions")
        .fields()
        .forEachRemaining(
            version ->
                versions.set(
                    version.getKey(), ((ObjectNode) version.getValue()).retain(ABBREVIATED)));
    return brief;
  }

  static void link(ObjectNode version, String baseUrl) {
    if (version.get("dist") instanceof ObjectNode dist) {
      dist.put("tarball", baseUrl + "/" + dist.path("tarball").asText());
    }
  }

  private static String text(Document document) {
    return new String(document.content(), StandardCharsets.UTF_8);
  }

  private String now() {
    Instant now = hosted.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    return DateTimeFormatter.ISO_INSTANT.format(now);
  }

  /** The highest version, releases before others. */
  private static String highest(ObjectNode versions) {
    List<String> names = new ArrayList<>();
    versions.fieldNames().forEachRemaining(names::add);
    return names.stream().max(Comparator.comparing(NpmPackuments::order)).orElseThrow();
  }

  private static String order(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return "";
    }
    String release = matcher.group(4) == null ? "1" : "0";
    return release
        + "%16s.%16s.%16s".formatted(matcher.group(1), matcher.group(2), matcher.group(3))
        + matcher.group(4);
  }

  /** Names and values of an object, for loops that change it. */
  static Map<String, JsonNode> entries(JsonNode object) {
    Map<String, JsonNode> entries = new LinkedHashMap<>();
    object.fields().forEachRemaining(entry -> entries.put(entry.getKey(), entry.getValue()));
    return entries;
  }
}
