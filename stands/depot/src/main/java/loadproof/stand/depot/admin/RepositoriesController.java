package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.Origin;
import loadproof.stand.depot.security.Permission;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Deposits;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Repository;
import loadproof.stand.depot.store.Repository.WritePolicy;
import loadproof.stand.depot.store.Settings;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Repositories, their settings, the blob store and the routing rules. */
@RestController
@RequestMapping("/service/rest/v1")
class RepositoriesController {
  private static final String QUOTA = "blobQuota";
  private static final String BLOB_STORE = "default";
  private static final JsonBody<Sent> BODY =
      new JsonBody<>(
          Sent.class,
          "{\"name\": \"raw-more\", \"online\": true, \"storage\": {\"writePolicy\": \"ALLOW\"}}");
  private static final JsonBody<RoutingRules.Rule> RULE =
      new JsonBody<>(
          RoutingRules.Rule.class,
          "{\"name\": \"no-secrets\", \"mode\": \"BLOCK\", \"matchers\": [\"^/secret/.*\"]}");
  private static final JsonBody<Quota> QUOTA_BODY =
      new JsonBody<>(Quota.class, "{\"type\": \"spaceUsedQuota\", \"limit\": 1000000000}");

  private final JdbcClient jdbc;
  private final Repositories repositories;
  private final Deposits deposits;
  private final BlobStore blobs;
  private final RoutingRules rules;
  private final Settings settings;

  RepositoriesController(
      JdbcClient jdbc,
      Repositories repositories,
      Deposits deposits,
      BlobStore blobs,
      RoutingRules rules,
      Settings settings) {
    this.jdbc = jdbc;
    this.repositories = repositories;
    this.deposits = deposits;
    this.blobs = blobs;
    this.rules = rules;
    this.settings = settings;
  }

  /** A repository as it is sent; what is missing has a default of its format. */
  record Sent(String name, Boolean online, Storage storage, Maven maven, String routingRule) {
    record Storage(String blobStoreName, String writePolicy) {}

    record Maven(String versionPolicy) {}
  }

  /** Bytes that the blob store may hold before its quota is broken. */
  record Quota(String type, long limit) {}

  @GetMapping("/repositories")
  List<ObjectNode> all(HttpServletRequest request) {
    return repositories.all().stream().map(one -> brief(one, request)).toList();
  }

  @GetMapping("/repositories/{name}")
  ObjectNode one(@PathVariable String name, HttpServletRequest request) {
    return brief(repositories.named(name), request);
  }

  @GetMapping("/repositorySettings")
  @Permission("nexus:repository-admin:*:*:read")
  List<ObjectNode> settings(HttpServletRequest request) {
    return repositories.all().stream().map(one -> whole(one, request)).toList();
  }

  @GetMapping("/repositories/{format}/hosted/{name}")
  @Permission("nexus:repository-admin:*:*:read")
  ObjectNode settings(
      @PathVariable String format, @PathVariable String name, HttpServletRequest request) {
    Repository repository = repositories.named(name);
    if (!format(format).equals(repository.format())) {
      throw new Refusal(404, "there is no repository \"" + name + "\" of this format");
    }
    return whole(repository, request);
  }

  @PostMapping("/repositories/{format}/hosted")
  @Permission("nexus:repository-admin:*:*:add")
  @ResponseStatus(HttpStatus.CREATED)
  void create(@PathVariable String format, HttpServletRequest request) throws IOException {
    Sent sent = Bodies.read(request, BODY);
    String name = Bodies.given(sent.name(), "name");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,199}")) {
      throw new Refusal(400, "name must have 1 to 200 characters of A-Z, a-z, 0-9, . _ -");
    }
    jdbc.sql(
            """
            INSERT INTO repository (name, format, online, write_policy, version_policy, routing_rule)
            VALUES (?, ?, ?, ?, ?, ?)""")
        .param(name)
        .param(format(format))
        .param(sent.online() == null || sent.online())
        .param(writePolicy(sent, format))
        .param(versionPolicy(sent))
        .param(rule(sent))
        .update();
    repositories.reload();
  }

  @PutMapping("/repositories/{format}/hosted/{name}")
  @Permission("nexus:repository-admin:*:*:edit")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void update(@PathVariable String format, @PathVariable String name, HttpServletRequest request)
      throws IOException {
    Sent sent = Bodies.read(request, BODY);
    int changed =
        jdbc.sql(
                """
                UPDATE repository SET online = ?, write_policy = ?, version_policy = ?,
                       routing_rule = ? WHERE name = ? AND format = ?""")
            .param(sent.online() == null || sent.online())
            .param(writePolicy(sent, format))
            .param(versionPolicy(sent))
            .param(rule(sent))
            .param(name)
            .param(format(format))
            .update();
    if (changed == 0) {
      throw new Refusal(404, "there is no repository \"" + name + "\" of this format");
    }
    repositories.reload();
  }

  @DeleteMapping("/repositories/{name}")
  @Permission("nexus:repository-admin:*:*:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String name) {
    Repository repository = repositories.named(name);
    deposits.deleteAll(repository);
    repositories.reload();
  }

  /** Sizes come of a walk over all blobs. */
  @GetMapping("/blobstores")
  @Permission("nexus:blobstores:read")
  List<ObjectNode> blobStores() throws IOException {
    BlobStore.Usage usage = blobs.usage();
    ObjectNode store =
        Json.object()
            .put("name", BLOB_STORE)
            .put("type", "File")
            .put("unavailable", false)
            .put("blobCount", usage.blobs())
            .put("totalSizeInBytes", usage.bytes())
            .put("availableSpaceInBytes", usage.free());
    store.set("softQuota", settings.get(QUOTA));
    return List.of(store);
  }

  @GetMapping("/blobstores/{name}/quota-status")
  @Permission("nexus:blobstores:read")
  ObjectNode quotaStatus(@PathVariable String name) throws IOException {
    if (!name.equals(BLOB_STORE)) {
      throw new Refusal(404, "there is no blob store \"" + name + "\"");
    }
    boolean broken = quotaBroken(settings, blobs);
    return Json.object()
        .put("isViolation", broken)
        .put("message", broken ? "the blob store has more bytes than its quota" : "within quota")
        .put("blobStoreName", name);
  }

  @PutMapping("/blobstores/file/default")
  @Permission("nexus:blobstores:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setQuota(HttpServletRequest request) throws IOException {
    Quota quota = Bodies.read(request, QUOTA_BODY);
    if (!"spaceUsedQuota".equals(quota.type()) || quota.limit() <= 0) {
      throw new Refusal(400, "type must be spaceUsedQuota, and limit the bytes of it");
    }
    settings.put(QUOTA, Json.object().put("type", quota.type()).put("limit", quota.limit()));
  }

  /** True if the blob store has more bytes than its quota; without one it never has. */
  static boolean quotaBroken(Settings settings, BlobStore blobs) throws IOException {
    long bytes = blobs.usage().bytes();
    return settings.get(QUOTA) != null && bytes > settings.get(QUOTA).path("limit").asLong();
  }

  @GetMapping("/routing-rules")
  @Permission("nexus:routing-rules:read")
  List<RoutingRules.Rule> routingRules() {
    return rules.all();
  }

  @GetMapping("/routing-rules/{name}")
  @Permission("nexus:routing-rules:read")
  RoutingRules.Rule routingRule(@PathVariable String name) {
    return rules.named(name);
  }

  @PostMapping("/routing-rules")
  @Permission("nexus:routing-rules:create")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void createRule(HttpServletRequest request) throws IOException {
    rules.insert(Bodies.read(request, RULE));
  }

  @PutMapping("/routing-rules/{name}")
  @Permission("nexus:routing-rules:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void updateRule(@PathVariable String name, HttpServletRequest request) throws IOException {
    rules.update(name, Bodies.read(request, RULE));
    repositories.reload();
  }

  @DeleteMapping("/routing-rules/{name}")
  @Permission("nexus:routing-rules:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteRule(@PathVariable String name) {
    rules.delete(name);
    repositories.reload();
  }

  /** Formats as paths write them: maven for maven2. */
  private static String format(String written) {
    String format = written.equals("maven") ? "maven2" : written;
    if (!format.matches("maven2|npm|nuget|pypi|raw|yum")) {
      throw new Refusal(404, "there is no format \"" + written + "\"");
    }
    return format;
  }

  private static String writePolicy(Sent sent, String format) {
    String policy = sent.storage() == null ? null : sent.storage().writePolicy();
    if (policy == null) {
      return (format.equals("raw") ? WritePolicy.ALLOW : WritePolicy.ALLOW_ONCE).name();
    }
    if (!policy.matches("ALLOW|ALLOW_ONCE|DENY")) {
      throw new Refusal(400, "storage.writePolicy must be ALLOW, ALLOW_ONCE or DENY");
    }
    return policy;
  }

  private static String versionPolicy(Sent sent) {
    String policy = sent.maven() == null ? null : sent.maven().versionPolicy();
    if (policy != null && !policy.matches("RELEASE|SNAPSHOT|MIXED")) {
      throw new Refusal(400, "maven.versionPolicy must be RELEASE, SNAPSHOT or MIXED");
    }
    return policy == null ? "MIXED" : policy;
  }

  private String rule(Sent sent) {
    return sent.routingRule() == null ? null : rules.named(sent.routingRule()).name();
  }

  private static ObjectNode brief(Repository repository, HttpServletRequest request) {
    ObjectNode shown =
        Json.object()
            .put("name", repository.name())
            .put("format", repository.format())
            .put("type", "hosted")
            .put("url", Origin.of(request) + "/repository/" + repository.name());
    shown.set("attributes", Json.object());
    return shown;
  }

  private static ObjectNode whole(Repository repository, HttpServletRequest request) {
    ObjectNode shown = brief(repository, request);
    shown.remove("attributes");
    shown.put("online", repository.online());
    shown.put("routingRule", repository.routingRule());
    shown.set(
        "storage",
        Json.object()
            .put("blobStoreName", BLOB_STORE)
            .put("strictContentTypeValidation", false)
            .put("writePolicy", repository.writePolicy().name().toLowerCase(Locale.ROOT)));
    if (repository.format().equals("maven2")) {
      shown.set(
          "maven",
          Json.object()
              .put("versionPolicy", repository.versionPolicy())
              .put("layoutPolicy", "STRICT"));
    }
    return shown;
  }

  /** Returns the fields that an upload of each format has. */
  @GetMapping("/formats/upload-specs")
  @Permission("nexus:component:create")
  List<UploadSpecs.Spec> uploadSpecs() {
    return UploadSpecs.ALL;
  }

  @GetMapping("/formats/{format}/upload-specs")
  @Permission("nexus:component:create")
  UploadSpecs.Spec uploadSpec(@PathVariable String format) {
    return UploadSpecs.ALL.stream()
        .filter(spec -> spec.format().equals(format))
        .findFirst()
        .orElseThrow(() -> new Refusal(404, "there is no format \"" + format + "\""));
  }
}
