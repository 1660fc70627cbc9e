package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import loadproof.stand.Refusal;
import loadproof.stand.depot.admin.FeatureFlags;
import loadproof.stand.depot.http.Downloads;
import loadproof.stand.depot.http.Format;
import loadproof.stand.depot.http.RepositoryRequest;
import loadproof.stand.depot.search.Words;
import loadproof.stand.depot.security.ApiKeys;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.security.Realms;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Repository;

/** Repositories of npm packages. */
public final class NpmFormat implements Format {
  private static final String BRIEF = "application/vnd.npm.install-v1+json";
  private static final String JSON = "application/json";
  private static final int MOST_SMALL_BYTES = 64 * 1024;
  private static final int MOST_FOUND = 250;

  private final Hosted hosted;
  private final NpmPackuments packuments;
  private final NpmPublisher publisher;
  private final Authenticator authenticator;
  private final ApiKeys keys;
  private final Realms realms;

  public NpmFormat(Hosted hosted, Authenticator authenticator, ApiKeys keys, Realms realms) {
    this.hosted = hosted;
    this.packuments = new NpmPackuments(hosted);
    this.publisher = new NpmPublisher(hosted);
    this.authenticator = authenticator;
    this.keys = keys;
    this.realms = realms;
  }

  @Override
  public String name() {
    return "npm";
  }

  @Override
  public void answer(RepositoryRequest request) throws IOException {
    String path = request.path();
    if (path.startsWith("-/")) {
      answerService(request, path.substring(2));
      return;
    }
    int tarball = path.indexOf("/-/");
    if (tarball > 0) {
      answerTarball(request, path, named(path.substring(0, tarball)));
      return;
    }
    int rev = path.indexOf("/-rev/");
    NpmName name = named(rev > 0 ? path.substring(0, rev) : withoutVersion(path));
    switch (request.method()) {
      case "GET", "HEAD" -> get(request, name);
      case "PUT" -> put(request, name, rev > 0);
      case "DELETE" -> {
        deleteAll(request.repository(), name);
        ok(request, 200);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  private static NpmName named(String text) {
    return NpmName.parse(text)
        .orElseThrow(() -> new Refusal(404, "\"" + text + "\" is no name of a package"));
  }

  /** The name in {@code NAME} and {@code NAME/VERSION}. */
  private static String withoutVersion(String path) {
    int slash = path.indexOf('/', path.startsWith("@") ? path.indexOf('/') + 1 : 0);
    return slash < 0 ? path : path.substring(0, slash);
  }

  private void get(RepositoryRequest request, NpmName name) throws IOException {
    ObjectNode packument = packuments.named(request.repository().id(), name.full());
    Instant changed = Instant.parse(packument.path("time").path("modified").asText());
    String rest = request.path().substring(name.full().length());
    if (rest.length() > 1) {
      JsonNode version = version(packument, rest.substring(1));
      NpmPackuments.link((ObjectNode) version, request.baseUrl());
      send(request, JSON, Json.bytes(version), changed);
      return;
    }
    String accept = request.http().getHeader("Accept");
    boolean brief = accept != null && accept.contains(BRIEF);
    request.response().setHeader("Vary", "Accept");
    ObjectNode seen = NpmPackuments.seen(packument, request.baseUrl(), brief);
    send(request, brief ? BRIEF : JSON, Json.bytes(seen), changed);
  }

  /** A version by its number or by a tag. */
  private static JsonNode version(ObjectNode packument, String asked) {
    String number = packument.path("dist-tags").path(asked).asText(asked);
    JsonNode version = packument.path("versions").get(number);
    if (version == null) {
      throw new Refusal(404, "there is no version \"" + asked + "\"");
    }
    return version;
  }

  private void send(RepositoryRequest request, String type, byte[] content, Instant changed)
      throws IOException {
    hosted.downloads().send(request.http(), request.response(), type, content, changed);
  }

  private void put(RepositoryRequest request, NpmName name, boolean removes) throws IOException {
    try (NpmPublication publication = NpmPublication.read(request.body(), hosted.blobs())) {
      String said = publication.packument().path("name").asText(name.full());
      if (!said.equals(name.full())) {
        throw new Refusal(400, "the body is of the package \"" + said + "\"");
      }
      if (publication.hasTarball()) {
        Map.Entry<String, JsonNode> version = publication.version();
        publication.verify(version.getValue());
        publisher.publish(
            publication.tarball(),
            request.repository(),
            name,
            publication.packument(),
            request.caller().user());
        ok(request, 201);
      } else if (removes) {
        removeMissing(request.repository(), name, publication.packument());
        ok(request, 201);
      } else {
        change(
            request.repository(),
            name,
            rev ->
                packuments.deprecate(
                    request.repository().id(), name, publication.packument(), rev));
        ok(request, 201);
      }
    }
  }

  private void change(Repository repository, NpmName name, LongConsumer inside) {
    hosted
        .deposits()
        .inTransaction(
            () -> {
              inside.accept(hosted.deposits().lock(repository, name.full()));
              return null;
            });
  }

  /**
   * Unpublishes the versions that the sent packument has no more; tarballs follow by themselves.
   */
  private void removeMissing(Repository repository, NpmName name, JsonNode sent) {
    change(
        repository,
        name,
        rev -> {
          ObjectNode kept = packuments.named(repository.id(), name.full());
          for (String version : NpmPackuments.entries(kept.path("versions")).keySet()) {
            if (!sent.path("versions").has(version)) {
              packuments.remove(repository.id(), name, version, rev);
            }
          }
        });
  }

  private void answerTarball(RepositoryRequest request, String path, NpmName name)
      throws IOException {
    Repository repository = request.repository();
    int rev = path.indexOf("/-rev/");
    String file = rev > 0 ? path.substring(0, rev) : path;
    switch (request.method()) {
      case "GET", "HEAD" ->
          hosted
              .downloads()
              .send(
                  request.http(),
                  request.response(),
                  () -> hosted.assets().find(repository.id(), file));
      case "DELETE" -> {
        Optional<Asset> asset = hosted.assets().find(repository.id(), file);
        asset.ifPresent(found -> deleteTarball(repository, found, name));
        if (asset.isEmpty()) {
          throw new Refusal(404, "there is no such file");
        }
        ok(request, 200);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  private void deleteAll(Repository repository, NpmName name) {
    List<Asset> tarballs = hosted.assets().ofName(repository.id(), name.scope(), name.base());
    if (tarballs.isEmpty()) {
      throw new Refusal(404, "there is no package \"" + name.full() + "\"");
    }
    tarballs.forEach(asset -> deleteTarball(repository, asset, name));
  }

  private void deleteTarball(Repository repository, Asset asset, NpmName name) {
    String prefix = name.full() + "/-/" + name.base() + "-";
    String file = asset.path();
    long[] rev = new long[1];
    hosted
        .deposits()
        .delete(
            repository,
            file,
            () -> rev[0] = hosted.deposits().lock(repository, name.full()),
            () ->
                packuments.remove(
                    repository.id(),
                    name,
                    file.substring(prefix.length(), file.length() - ".tgz".length()),
                    rev[0]));
  }

  @Override
  public void delete(Repository repository, Asset asset) {
    deleteTarball(repository, asset, named(asset.path().substring(0, asset.path().indexOf("/-/"))));
  }

  private void answerService(RepositoryRequest request, String path) throws IOException {
    String[] words = path.split("/");
    if (path.equals("ping") && request.reads()) {
      json(request, 200, Json.object());
    } else if (path.equals("whoami") && request.reads()) {
      json(request, 200, Json.object().put("username", request.caller().user()));
    } else if (path.equals("v1/search") && request.reads()) {
      search(request);
    } else if (words[0].equals("package") && path.contains("/dist-tags")) {
      answerTags(request, path.substring("package/".length()));
    } else if (words[0].equals("user") && words.length == 2 && request.method().equals("PUT")) {
      login(request);
    } else if (words[0].equals("user") && words.length == 3 && request.method().equals("DELETE")) {
      if (!keys.delete(Realms.NPM, words[2])) {
        throw new Refusal(404, "there is no such token");
      }
      ok(request, 200);
    } else {
      throw Refusal.noRoute();
    }
  }

  private void answerTags(RepositoryRequest request, String path) throws IOException {
    int at = path.indexOf("/dist-tags");
    NpmName name = named(path.substring(0, at));
    Repository repository = request.repository();
    String rest = path.substring(at + "/dist-tags".length());
    String tag = rest.isEmpty() ? "" : rest.substring(1);
    switch (request.method()) {
      case "GET", "HEAD" ->
          json(request, 200, packuments.named(repository.id(), name.full()).path("dist-tags"));
      case "PUT", "POST" -> {
        JsonNode version = Json.sent(request.smallBody(MOST_SMALL_BYTES), "the version");
        checkTag(tag);
        change(
            repository,
            name,
            rev -> packuments.tag(repository.id(), name, tag, version.asText(), rev));
        ok(request, 201);
      }
      case "DELETE" -> {
        checkTag(tag);
        change(repository, name, rev -> packuments.tag(repository.id(), name, tag, null, rev));
        ok(request, 200);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  private static void checkTag(String tag) {
    boolean named = tag.matches("[A-Za-z0-9._~-]{1,100}") && !NpmPackuments.isVersion(tag);
    if (!named) {
      throw new Refusal(400, "\"" + tag + "\" is no tag");
    }
  }

  private void login(RepositoryRequest request) throws IOException {
    if (!realms.isActive(Realms.NPM)) {
      throw new Refusal(
          401, "tokens of npm are off: activate " + Realms.NPM + " in /security/realms/active");
    }
    JsonNode body = Json.sent(request.smallBody(MOST_SMALL_BYTES), "the login");
    String user =
        authenticator.verified(
            request.response(), body.path("name").asText(), body.path("password").asText());
    ObjectNode answer = Json.object().put("ok", true).put("id", "org.couchdb.user:" + user);
    json(request, 201, answer.put("token", keys.make(Realms.NPM, user)));
  }

  private void search(RepositoryRequest request) throws IOException {
    hosted.flags().demand(FeatureFlags.Flag.NPM_SEARCH);
    int size = number(request.http().getParameter("size"), 20, MOST_FOUND);
    int from = number(request.http().getParameter("from"), 0, 100_000);
    Optional<String> words = Words.query(request.http().getParameter("text"));
    ArrayNode objects = Json.array();
    long total = 0;
    if (words.isPresent()) {
      List<String[]> names = found(request.repository().id(), words.get());
      total = names.size();
      for (String[] name :
          names.subList(Math.min(from, names.size()), Math.min(from + size, names.size()))) {
        packuments
            .find(request.repository().id(), new NpmName(name[0], name[1]).full())
            .ifPresent(packument -> objects.add(hit(packument)));
      }
    }
    ObjectNode answer = Json.object();
    answer.set("objects", objects);
    json(request, 200, answer.put("total", total).put("time", hosted.clock().instant().toString()));
  }

  private List<String[]> found(int repository, String words) {
    return hosted
        .jdbc()
        .sql(
            """
            SELECT DISTINCT namespace, name FROM component
             WHERE repository_id = ? AND words @@ to_tsquery('simple', ?)
             ORDER BY name, namespace""")
        .param(repository)
        .param(words)
        .query((result, row) -> new String[] {result.getString(1), result.getString(2)})
        .list();
  }

  private static ObjectNode hit(ObjectNode packument) {
    String latest = packument.path("dist-tags").path("latest").asText();
    ObjectNode found = Json.object();
    found.put("name", packument.path("name").asText()).put("version", latest);
    found.put("description", packument.path("description").asText());
    found.put("date", packument.path("time").path(latest).asText());
    found.set(
        "keywords",
        packument.path("keywords").isArray() ? packument.get("keywords") : Json.array());
    found.set("links", Json.object());
    found.set("maintainers", Json.array());
    ObjectNode hit = Json.object();
    hit.set("package", found);
    ObjectNode score = Json.object().put("final", 1.0);
    score.set("detail", Json.object().put("quality", 1).put("popularity", 1).put("maintenance", 1));
    hit.set("score", score);
    return hit.put("searchScore", 1.0);
  }

  private static int number(String text, int otherwise, int most) {
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("\\d{1,9}")) {
      throw new Refusal(400, "\"" + text + "\" is no number");
    }
    return Math.min(Integer.parseInt(text), most);
  }

  private static void ok(RepositoryRequest request, int status) throws IOException {
    json(request, status, Json.object().put("ok", true));
  }

  private static void json(RepositoryRequest request, int status, JsonNode answer)
      throws IOException {
    Downloads.plain(request.response(), status, JSON, Json.bytes(answer));
  }
}
