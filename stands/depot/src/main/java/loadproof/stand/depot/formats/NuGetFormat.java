package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import loadproof.stand.Refusal;
import loadproof.stand.depot.admin.FeatureFlags;
import loadproof.stand.depot.http.Format;
import loadproof.stand.depot.http.Parts;
import loadproof.stand.depot.http.RepositoryRequest;
import loadproof.stand.depot.search.Words;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Assets;
import loadproof.stand.depot.store.Component;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repository;

/** Repositories of NuGet packages, by version 3 of the protocol. */
public final class NuGetFormat implements Format {
  private static final String JSON = "application/json";
  private static final int MOST_FOUND = 1000;

  private final Hosted hosted;

  public NuGetFormat(Hosted hosted) {
    this.hosted = hosted;
  }

  @Override
  public String name() {
    return "nuget";
  }

  @Override
  public void answer(RepositoryRequest request) throws IOException {
    String path = request.path();
    switch (request.method()) {
      case "GET", "HEAD" -> get(request, path);
      case "PUT" -> {
        if (!path.isEmpty() && !path.matches("v3/package/?")) {
          throw Refusal.wrongMethod();
        }
        push(request);
      }
      case "DELETE" -> {
        String[] words = path.replaceFirst("^v3/package/", "").split("/");
        if (words.length != 2) {
          throw Refusal.noRoute();
        }
        String version = NuGetVersion.parse(words[1]).map(NuGetVersion::lower).orElse(words[1]);
        Asset asset =
            hosted
                .assets()
                .find(request.repository().id(), place(lower(words[0]), version))
                .orElseThrow(() -> new Refusal(404, "there is no such package"));
        delete(request.repository(), asset);
        request.response().setStatus(204);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  private void get(RepositoryRequest request, String path) throws IOException {
    String[] words = path.split("/");
    if (path.equals("index.json") || path.equals("v3/index.json")) {
      json(request, NuGetDocuments.serviceIndex(request.baseUrl()));
    } else if (path.equals("v3/search")) {
      search(request);
    } else if (path.equals("v3/autocomplete")) {
      autocomplete(request);
    } else if (path.startsWith("v3/registration/") && words.length >= 4) {
      registration(request, lower(words[2]), words);
    } else if (path.startsWith("v3/content/")
        && words.length == 4
        && words[3].equals("index.json")) {
      versions(request, lower(words[2]));
    } else if (path.startsWith("v3/content/") && words.length == 5) {
      content(request, lower(words[2]), words[3].toLowerCase(Locale.ROOT), words[4]);
    } else {
      throw Refusal.noRoute();
    }
  }

  private static String lower(String id) {
    return id.toLowerCase(Locale.ROOT);
  }

  private static String place(String id, String version) {
    return "v3/content/" + id + "/" + version + "/" + id + "." + version + ".nupkg";
  }

  /** The versions of a package, the lowest first. */
  private List<Component> components(RepositoryRequest request, String id) {
    List<Component> found =
        hosted.assets().components(request.repository().id(), "", id).stream()
            .sorted(Comparator.comparing(NuGetFormat::version))
            .toList();
    if (found.isEmpty()) {
      throw new Refusal(404, "there is no package \"" + id + "\"");
    }
    return found;
  }

  private static NuGetVersion version(Component component) {
    return NuGetVersion.parse(component.version()).orElseThrow();
  }

  private void versions(RepositoryRequest request, String id) throws IOException {
    ObjectNode answer = Json.object();
    ArrayNode listed = answer.putArray("versions");
    components(request, id).forEach(one -> listed.add(one.version()));
    json(request, answer);
  }

  private void content(RepositoryRequest request, String id, String version, String file)
      throws IOException {
    String place = place(id, version);
    if (file.equalsIgnoreCase(id + ".nuspec")) {
      Asset asset =
          hosted
              .assets()
              .find(request.repository().id(), place)
              .orElseThrow(() -> new Refusal(404, "there is no such package"));
      byte[] nuspec = NuGetPackage.read(hosted.blobs().place(asset.blob().id())).nuspec();
      hosted
          .downloads()
          .send(request.http(), request.response(), "application/xml", nuspec, asset.updated());
      return;
    }
    if (!file.equalsIgnoreCase(id + "." + version + ".nupkg")) {
      throw new Refusal(404, "there is no such file");
    }
    hosted
        .downloads()
        .send(
            request.http(),
            request.response(),
            () -> hosted.assets().find(request.repository().id(), place));
  }

  private void registration(RepositoryRequest request, String id, String[] words)
      throws IOException {
    List<Component> versions = components(request, id);
    String base = request.baseUrl();
    String last = words[words.length - 1];
    if (words.length == 4 && last.equals("index.json")) {
      json(request, NuGetDocuments.registration(base, id, versions));
    } else if (words.length == 4) {
      Component found =
          versions.stream()
              .filter(one -> (one.version() + ".json").equalsIgnoreCase(last))
              .findFirst()
              .orElseThrow(() -> new Refusal(404, "there is no such version"));
      json(request, NuGetDocuments.leaf(base, id, found));
    } else if (words.length == 6 && words[3].equals("page")) {
      List<Component> page = page(versions, words[4], last.replaceFirst("\\.json$", ""));
      json(request, NuGetDocuments.page(base, id, page, true));
    } else {
      throw Refusal.noRoute();
    }
  }

  private static List<Component> page(List<Component> versions, String lower, String upper) {
    Optional<NuGetVersion> from = NuGetVersion.parse(lower);
    Optional<NuGetVersion> to = NuGetVersion.parse(upper);
    List<Component> page =
        from.isEmpty() || to.isEmpty()
            ? List.of()
            : versions.stream()
                .filter(one -> version(one).compareTo(from.get()) >= 0)
                .filter(one -> version(one).compareTo(to.get()) <= 0)
                .toList();
    if (page.isEmpty()) {
      throw new Refusal(404, "there is no such page");
    }
    return page;
  }

  private void search(RepositoryRequest request) throws IOException {
    hosted.flags().demand(FeatureFlags.Flag.NUGET_SEARCH);
    boolean preRelease = "true".equalsIgnoreCase(request.http().getParameter("prerelease"));
    int skip = number(request, "skip", 0);
    int take = Math.min(number(request, "take", 20), MOST_FOUND);
    Map<String, List<Component>> found = found(request, preRelease);
    ObjectNode answer = Json.object().put("totalHits", found.size());
    ArrayNode data = answer.putArray("data");
    found.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .skip(skip)
        .limit(take)
        .forEach(
            entry -> {
              List<Component> versions = entry.getValue();
              data.add(
                  NuGetDocuments.hit(
                      request.baseUrl(),
                      entry.getKey(),
                      versions.get(versions.size() - 1),
                      versions));
            });
    json(request, answer);
  }

  private void autocomplete(RepositoryRequest request) throws IOException {
    boolean preRelease = "true".equalsIgnoreCase(request.http().getParameter("prerelease"));
    String id = request.http().getParameter("id");
    ObjectNode answer = Json.object();
    ArrayNode data = Json.array();
    if (id != null) {
      hosted.assets().components(request.repository().id(), "", lower(id)).stream()
          .map(NuGetFormat::version)
          .filter(version -> preRelease || !version.isPreRelease())
          .sorted()
          .forEach(version -> data.add(version.lower()));
    } else {
      Map<String, List<Component>> found = found(request, preRelease);
      found.keySet().stream()
          .sorted()
          .skip(number(request, "skip", 0))
          .limit(Math.min(number(request, "take", 20), MOST_FOUND))
          .forEach(name -> data.add(found.get(name).get(0).attributes().path("id").asText()));
      answer.put("totalHits", found.size());
    }
    answer.set("data", data);
    json(request, answer);
  }

  /** The packages that have the words of {@code q}, each with its versions in order. */
  private Map<String, List<Component>> found(RepositoryRequest request, boolean preRelease) {
    Optional<String> words = Words.query(request.http().getParameter("q"));
    List<Component> rows =
        hosted
            .jdbc()
            .sql(
                """
                SELECT id, repository_id, namespace, name, version, attributes, created
                  FROM component c WHERE repository_id = :repository AND name IN (
                       SELECT name FROM component
                        WHERE repository_id = :repository
                          AND (:words = '' OR words @@ to_tsquery('simple', :words))
                        GROUP BY name ORDER BY name LIMIT :most)""")
            .param("repository", request.repository().id())
            .param("words", words.orElse(""))
            .param("most", MOST_FOUND)
            .query(Assets::component)
            .list();
    Map<String, List<Component>> byName = new HashMap<>();
    rows.stream()
        .filter(row -> preRelease || !version(row).isPreRelease())
        .sorted(Comparator.comparing(NuGetFormat::version))
        .forEach(row -> byName.computeIfAbsent(row.name(), name -> new ArrayList<>()).add(row));
    return byName;
  }

  private static int number(RepositoryRequest request, String name, int otherwise) {
    String text = request.http().getParameter(name);
    if (text == null || text.isEmpty()) {
      return otherwise;
    }
    if (!text.matches("\\d{1,8}")) {
      throw new Refusal(400, name + " must be a number");
    }
    return Integer.parseInt(text);
  }

  private void push(RepositoryRequest request) throws IOException {
    try (Parts parts = Parts.read(request.http(), hosted.blobs(), request.mostUpload())) {
      Draft draft =
          parts.files().stream()
              .findFirst()
              .orElseThrow(() -> new Refusal(400, "the upload has no package"))
              .draft();
      deposit(draft, request.repository(), request.caller().user());
    }
    request.response().setStatus(201);
  }

  /** Puts a package that has arrived; it says itself which it is. */
  public void deposit(Draft draft, Repository repository, String uploader) throws IOException {
    draft.complete();
    NuGetPackage read = NuGetPackage.read(draft.file());
    String id = lower(read.id());
    String version = read.version().lower();
    Placement placement =
        new Placement(
            place(id, version),
            "application/octet-stream",
            new Placement.Coordinates("", id, version),
            Json.object(),
            read.attributes(),
            uploader,
            false);
    hosted.deposits().put(draft, repository, placement);
  }

  @Override
  public void delete(Repository repository, Asset asset) {
    hosted.deposits().delete(repository, asset.path(), () -> {}, () -> {});
  }

  private void json(RepositoryRequest request, JsonNode answer) throws IOException {
    hosted
        .downloads()
        .send(request.http(), request.response(), JSON, Json.bytes(answer), Instant.EPOCH);
  }
}
