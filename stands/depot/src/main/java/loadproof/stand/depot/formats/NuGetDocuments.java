package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import loadproof.stand.depot.store.Component;
import loadproof.stand.depot.store.Json;

/**
 * Documents of the protocol of NuGet, version 3: service index, registration, search. {@code base}
 * is the address of the repository.
 */
final class NuGetDocuments {
  private static final int INLINED = 128;
  private static final int PAGE = 64;

  private NuGetDocuments() {}

  static ObjectNode serviceIndex(String base) {
    ObjectNode index = Json.object().put("version", "3.0.0");
    ArrayNode resources = index.putArray("resources");
    for (String version : List.of("", "/3.0.0-beta", "/3.0.0-rc", "/3.5.0")) {
      resource(
          resources, base + "/v3/search", "SearchQueryService" + version, "Search of packages");
    }
    for (String version : List.of("", "/3.0.0-beta", "/3.0.0-rc", "/3.5.0")) {
      resource(
          resources,
          base + "/v3/autocomplete",
          "SearchAutocompleteService" + version,
          "Names and versions that begin so");
    }
    for (String version : List.of("", "/3.0.0-beta", "/3.0.0-rc", "/3.4.0", "/3.6.0")) {
      resource(
          resources,
          base + "/v3/registration/",
          "RegistrationsBaseUrl" + version,
          "Metadata of packages");
    }
    resource(resources, base + "/v3/content/", "PackageBaseAddress/3.0.0", "Packages");
    resource(resources, base + "/v3/package", "PackagePublish/2.0.0", "Push and delete");
    return index;
  }

  private static void resource(ArrayNode resources, String id, String type, String comment) {
    resources.addObject().put("@id", id).put("@type", type).put("comment", comment);
  }

  /** The registration of a package: up to 128 versions in it, more in pages of 64 of their own. */
  static ObjectNode registration(String base, String id, List<Component> versions) {
    String url = registrationUrl(base, id) + "/index.json";
    boolean inlined = versions.size() <= INLINED;
    ObjectNode index = Json.object().put("@id", url);
    index.putArray("@type").add("catalog:CatalogRoot").add("PackageRegistration");
    ArrayNode pages = Json.array();
    for (int from = 0; from < versions.size(); from += PAGE) {
      List<Component> page = versions.subList(from, Math.min(from + PAGE, versions.size()));
      pages.add(page(base, id, page, inlined));
    }
    index.put("count", pages.size());
    index.set("items", pages);
    return index;
  }

  /** One page of a registration. */
  static ObjectNode page(String base, String id, List<Component> versions, boolean whole) {
    String lower = versions.get(0).version();
    String upper = versions.get(versions.size() - 1).version();
    String index = registrationUrl(base, id);
    ObjectNode page = Json.object();
    page.put("@id", index + "/page/" + lower + "/" + upper + ".json");
    page.put("@type", "catalog:CatalogPage").put("count", versions.size());
    page.put("lower", lower).put("upper", upper).put("parent", index + "/index.json");
    if (whole) {
      ArrayNode items = page.putArray("items");
      versions.forEach(version -> items.add(leaf(base, id, version)));
    }
    return page;
  }

  /** One version of a registration. */
  static ObjectNode leaf(String base, String id, Component version) {
    String url = registrationUrl(base, id) + "/" + version.version() + ".json";
    ObjectNode leaf = Json.object().put("@id", url).put("@type", "Package");
    leaf.set("catalogEntry", entry(base, id, version, url));
    leaf.put("packageContent", contentUrl(base, id, version.version()));
    leaf.put("registration", registrationUrl(base, id) + "/index.json");
    leaf.put("listed", true).put("published", version.created().toString());
    return leaf;
  }

  private static ObjectNode entry(String base, String id, Component version, String url) {
    ObjectNode entry = Json.object().put("@id", url).put("@type", "PackageDetails");
    entry.setAll((ObjectNode) version.attributes());
    entry.put("listed", true).put("published", version.created().toString());
    entry.put("packageContent", contentUrl(base, id, version.version()));
    for (JsonNode group : entry.path("dependencyGroups")) {
      for (JsonNode dependency : group.path("dependencies")) {
        String other = dependency.path("id").asText().toLowerCase(Locale.ROOT);
        ((ObjectNode) dependency).put("registration", registrationUrl(base, other) + "/index.json");
      }
    }
    tagsAsArray(entry);
    return entry;
  }

  /** A package that a search found; its versions in order, the one to show first given apart. */
  static ObjectNode hit(String base, String id, Component shown, List<Component> versions) {
    ObjectNode hit = Json.object();
    hit.put("@id", registrationUrl(base, id) + "/index.json").put("@type", "Package");
    hit.put("registration", registrationUrl(base, id) + "/index.json");
    JsonNode attributes = shown.attributes();
    hit.put("id", attributes.path("id").asText())
        .put("version", attributes.path("version").asText());
    for (String text :
        List.of("description", "title", "summary", "projectUrl", "licenseUrl", "iconUrl", "tags")) {
      hit.put(text, attributes.path(text).asText());
    }
    tagsAsArray(hit);
    hit.putArray("authors").add(attributes.path("authors").asText());
    hit.put("totalDownloads", 0).put("verified", false);
    hit.putArray("packageTypes").addObject().put("name", "Dependency");
    ArrayNode listed = hit.putArray("versions");
    for (Component version : versions) {
      listed
          .addObject()
          .put("@id", registrationUrl(base, id) + "/" + version.version() + ".json")
          .put("version", version.attributes().path("version").asText())
          .put("downloads", 0);
    }
    return hit;
  }

  private static void tagsAsArray(ObjectNode node) {
    String tags = node.path("tags").asText();
    ArrayNode split = node.putArray("tags");
    for (String tag : tags.split("[\\s,]+")) {
      if (!tag.isEmpty()) {
        split.add(tag);
      }
    }
  }

  private static String registrationUrl(String base, String id) {
    return base + "/v3/registration/" + id;
  }

  private static String contentUrl(String base, String id, String version) {
    return base + "/v3/content/" + id + "/" + version + "/" + id + "." + version + ".nupkg";
  }
}
