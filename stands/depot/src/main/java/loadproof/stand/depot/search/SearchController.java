package loadproof.stand.depot.search;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import loadproof.stand.Refusal;
import loadproof.stand.depot.DepotSettings;
import loadproof.stand.depot.admin.FeatureFlags;
import loadproof.stand.depot.admin.ReadOnlyState;
import loadproof.stand.depot.formats.ComponentUploads;
import loadproof.stand.depot.http.Format;
import loadproof.stand.depot.http.Origin;
import loadproof.stand.depot.http.Parts;
import loadproof.stand.depot.security.Action;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.security.Caller;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Assets;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Component;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Repository;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriUtils;

/** Search, and components and files as the API shows them: only what the caller may read. */
@RestController
@RequestMapping("/service/rest/v1")
class SearchController {
  private static final int PAGE = 50;

  private final JdbcClient jdbc;
  private final Assets assets;
  private final Repositories repositories;
  private final Authenticator authenticator;
  private final FeatureFlags flags;
  private final ReadOnlyState readOnly;
  private final Map<String, Format> formats;
  private final ComponentUploads uploads;
  private final BlobStore blobs;
  private final long mostUpload;

  SearchController(
      JdbcClient jdbc,
      Assets assets,
      Repositories repositories,
      Authenticator authenticator,
      FeatureFlags flags,
      ReadOnlyState readOnly,
      List<Format> formats,
      ComponentUploads uploads,
      BlobStore blobs,
      DepotSettings settings) {
    this.jdbc = jdbc;
    this.assets = assets;
    this.repositories = repositories;
    this.authenticator = authenticator;
    this.flags = flags;
    this.readOnly = readOnly;
    this.uploads = uploads;
    this.blobs = blobs;
    mostUpload = settings.mostUploadBytes();
    this.formats = formats.stream().collect(Collectors.toMap(Format::name, Function.identity()));
  }

  /** Component of a page with its readable files. */
  private record Found(Component component, Repository repository, List<Asset> assets) {}

  @GetMapping("/search")
  ObjectNode search(
      @RequestParam(required = false) String continuationToken,
      HttpServletRequest request,
      HttpServletResponse response) {
    flags.demand(FeatureFlags.Flag.COMPONENT_SEARCH);
    Caller caller = authenticator.caller(request, response, "");
    List<Component> rows =
        new ComponentQuery(request).page(jdbc, ComponentIds.after(continuationToken), PAGE + 1);
    ObjectNode page = begun(rows.size(), lastOf(rows));
    ArrayNode items = page.withArray("/items");
    readable(caller, rows).forEach(found -> items.add(shown(found, request)));
    return page;
  }

  @GetMapping("/search/assets")
  ObjectNode searchAssets(
      @RequestParam(required = false) String continuationToken,
      HttpServletRequest request,
      HttpServletResponse response) {
    flags.demand(FeatureFlags.Flag.COMPONENT_SEARCH);
    Caller caller = authenticator.caller(request, response, "");
    List<Component> rows =
        new ComponentQuery(request).page(jdbc, ComponentIds.after(continuationToken), PAGE + 1);
    ObjectNode page = begun(rows.size(), lastOf(rows));
    ArrayNode items = page.withArray("/items");
    readable(caller, rows)
        .forEach(
            found ->
                found
                    .assets()
                    .forEach(asset -> items.add(shown(asset, found.repository(), request))));
    return page;
  }

  /** Sends the client to the one file that a search finds. */
  @GetMapping("/search/assets/download")
  void download(HttpServletRequest request, HttpServletResponse response) {
    Caller caller = authenticator.caller(request, response, "");
    List<Found> found = readable(caller, new ComponentQuery(request).page(jdbc, 0, 2));
    String extension = request.getParameter("maven.extension");
    List<String> links = new ArrayList<>();
    for (Found one : found) {
      one.assets().stream()
          .filter(
              asset ->
                  extension == null
                      || asset.attributes().path("extension").asText().equals(extension))
          .forEach(asset -> links.add(link(asset, one.repository(), request)));
    }
    if (links.isEmpty()) {
      throw new Refusal(404, "there is no such file");
    }
    if (links.size() > 1) {
      throw new Refusal(400, "there are " + links.size() + " such files: ask for one");
    }
    response.setStatus(302);
    response.setHeader("Location", links.get(0));
  }

  @GetMapping("/components")
  ObjectNode components(
      @RequestParam String repository,
      @RequestParam(required = false) String continuationToken,
      HttpServletRequest request,
      HttpServletResponse response) {
    Caller caller = authenticator.caller(request, response, "");
    List<Component> rows =
        assets.componentPage(
            repositories.named(repository).id(), ComponentIds.after(continuationToken), PAGE + 1);
    ObjectNode page = begun(rows.size(), lastOf(rows));
    ArrayNode items = page.withArray("/items");
    readable(caller, rows).forEach(found -> items.add(shown(found, request)));
    return page;
  }

  /** Puts files by a form. */
  @PostMapping("/components")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void upload(
      @RequestParam String repository, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Caller caller = authenticator.caller(request, response, "");
    Repository named = repositories.named(repository);
    caller.demand(response, Action.ADD, named, "");
    readOnly.refuse();
    if (!named.online() || named.writePolicy() == Repository.WritePolicy.DENY) {
      throw new Refusal(400, "the repository " + repository + " takes no uploads");
    }
    try (Parts parts = Parts.read(request, blobs, mostUpload)) {
      uploads.put(named, parts, caller.user());
    }
  }

  @GetMapping("/components/{id}")
  ObjectNode component(
      @PathVariable String id, HttpServletRequest request, HttpServletResponse response) {
    return shown(found(id, request, response), request);
  }

  @DeleteMapping("/components/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteComponent(
      @PathVariable String id, HttpServletRequest request, HttpServletResponse response) {
    Found found = found(id, request, response);
    Caller caller = authenticator.caller(request, response, "");
    readOnly.refuse();
    for (Asset asset : assets.ofComponent(found.component().id())) {
      caller.demand(response, Action.DELETE, found.repository(), asset.path());
      formats.get(found.repository().format()).delete(found.repository(), asset);
    }
  }

  @GetMapping("/assets")
  ObjectNode assets(
      @RequestParam String repository,
      @RequestParam(required = false) String continuationToken,
      HttpServletRequest request,
      HttpServletResponse response) {
    Caller caller = authenticator.caller(request, response, "");
    Repository named = repositories.named(repository);
    List<Asset> rows = assets.page(named.id(), ComponentIds.after(continuationToken), PAGE + 1);
    long last = rows.isEmpty() ? 0 : rows.get(Math.min(PAGE, rows.size()) - 1).id();
    ObjectNode page = begun(rows.size(), last);
    ArrayNode items = page.withArray("/items");
    rows.stream()
        .limit(PAGE)
        .filter(asset -> caller.may(Action.READ, named, asset.path()))
        .forEach(asset -> items.add(shown(asset, named, request)));
    return page;
  }

  @GetMapping("/assets/{id}")
  ObjectNode asset(
      @PathVariable String id, HttpServletRequest request, HttpServletResponse response) {
    Asset asset = readableAsset(id, request, response);
    return shown(asset, repositoryOf(asset.repositoryId()), request);
  }

  @DeleteMapping("/assets/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteAsset(
      @PathVariable String id, HttpServletRequest request, HttpServletResponse response) {
    Asset asset = readableAsset(id, request, response);
    Repository repository = repositoryOf(asset.repositoryId());
    authenticator
        .caller(request, response, "")
        .demand(response, Action.DELETE, repository, asset.path());
    readOnly.refuse();
    formats.get(repository.format()).delete(repository, asset);
  }

  private Found found(String id, HttpServletRequest request, HttpServletResponse response) {
    Caller caller = authenticator.caller(request, response, "");
    List<Component> row = ComponentIds.row(id).flatMap(assets::component).stream().toList();
    return readable(caller, row).stream()
        .findFirst()
        .orElseThrow(() -> new Refusal(404, "there is no such component"));
  }

  private Asset readableAsset(String id, HttpServletRequest request, HttpServletResponse response) {
    Caller caller = authenticator.caller(request, response, "");
    return ComponentIds.row(id)
        .flatMap(assets::find)
        .filter(asset -> caller.may(Action.READ, repositoryOf(asset.repositoryId()), asset.path()))
        .orElseThrow(() -> new Refusal(404, "there is no such file"));
  }

  /** The components of a page of which the caller may read a file, with those files. */
  private List<Found> readable(Caller caller, List<Component> rows) {
    List<Component> page = rows.subList(0, Math.min(PAGE, rows.size()));
    Map<Long, List<Asset>> files =
        assets.ofComponents(page.stream().map(Component::id).toList()).stream()
            .collect(Collectors.groupingBy(Asset::componentId));
    List<Found> found = new ArrayList<>();
    for (Component component : page) {
      Repository repository = repositoryOf(component.repositoryId());
      List<Asset> readable =
          files.getOrDefault(component.id(), List.of()).stream()
              .filter(asset -> caller.may(Action.READ, repository, asset.path()))
              .toList();
      if (!readable.isEmpty()) {
        found.add(new Found(component, repository, readable));
      }
    }
    return found;
  }

  private Repository repositoryOf(int id) {
    return repositories.numbered(id).orElseThrow(() -> new Refusal(404, "the repository has gone"));
  }

  private static long lastOf(List<Component> rows) {
    return rows.isEmpty() ? 0 : rows.get(Math.min(PAGE, rows.size()) - 1).id();
  }

  private static ObjectNode begun(int rows, long last) {
    ObjectNode page = Json.object();
    page.putArray("items");
    return page.put("continuationToken", rows > PAGE ? ComponentIds.token(last) : null);
  }

  private static ObjectNode shown(Found found, HttpServletRequest request) {
    Component component = found.component();
    Repository repository = found.repository();
    ObjectNode shown =
        Json.object()
            .put("id", ComponentIds.id(repository.name(), component.id()))
            .put("repository", repository.name())
            .put("format", repository.format())
            .put("group", component.namespace().isEmpty() ? null : component.namespace())
            .put("name", component.name())
            .put("version", component.version().isEmpty() ? null : component.version());
    ArrayNode files = shown.putArray("assets");
    found.assets().forEach(asset -> files.add(shown(asset, repository, request)));
    return shown;
  }

  private static ObjectNode shown(Asset asset, Repository repository, HttpServletRequest request) {
    ObjectNode shown =
        Json.object()
            .put("downloadUrl", link(asset, repository, request))
            .put("path", asset.path())
            .put("id", ComponentIds.id(repository.name(), asset.id()))
            .put("repository", repository.name())
            .put("format", repository.format());
    shown
        .putObject("checksum")
        .put("md5", asset.blob().md5())
        .put("sha1", asset.blob().sha1())
        .put("sha256", asset.blob().sha256())
        .put("sha512", asset.blob().sha512());
    return shown
        .put("contentType", asset.contentType())
        .put("lastModified", asset.updated().toString())
        .put("blobCreated", asset.created().toString())
        .put("uploader", asset.uploader())
        .put("fileSize", asset.blob().size());
  }

  private static String link(Asset asset, Repository repository, HttpServletRequest request) {
    String path = UriUtils.encodePath(asset.path(), StandardCharsets.UTF_8);
    return Origin.of(request) + "/repository/" + repository.name() + "/" + path;
  }
}
