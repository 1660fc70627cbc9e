package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.Downloads;
import loadproof.stand.depot.security.Permission;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Settings;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The service itself: its state, its mail, its features. */
@RestController
@RequestMapping("/service/rest/v1")
class SystemController {
  private static final String EMAIL = "email";
  private static final String NODE = "node";
  private static final JsonBody<Email> EMAIL_BODY =
      new JsonBody<>(
          Email.class,
          "{\"enabled\": true, \"host\": \"mail.example.org\", \"port\": 25, \"fromAddress\":"
              + " \"depot@example.org\"}");
  private static final JsonBody<Enabled> FLAG =
      new JsonBody<>(Enabled.class, "{\"enabled\": true}");

  private final Settings settings;
  private final ReadOnlyState readOnly;
  private final FeatureFlags flags;
  private final HealthChecks checks;

  SystemController(
      Settings settings, ReadOnlyState readOnly, FeatureFlags flags, HealthChecks checks) {
    this.settings = settings;
    this.readOnly = readOnly;
    this.flags = flags;
    this.checks = checks;
  }

  /** The server of mail. */
  record Email(
      boolean enabled,
      String host,
      int port,
      String username,
      String fromAddress,
      String subjectPrefix,
      boolean startTlsEnabled,
      boolean startTlsRequired,
      boolean sslOnConnectEnabled,
      boolean nexusTrustStoreEnabled) {}

  /** The state of a feature. */
  record Enabled(boolean enabled) {}

  @GetMapping("/status")
  void status() {}

  @GetMapping("/status/writable")
  void writable() {
    readOnly.refuse();
  }

  @GetMapping("/status/check")
  @Permission("nexus:metrics:read")
  Map<String, HealthChecks.Result> check() {
    return checks.run();
  }

  @GetMapping("/system/node")
  @Permission("nexus:settings:read")
  ObjectNode node() {
    if (settings.get(NODE) == null) {
      settings.put(NODE, Json.object().put("nodeId", UUID.randomUUID().toString()));
    }
    return settings.get(NODE).deepCopy();
  }

  @GetMapping("/lifecycle/phase")
  @Permission("nexus:lifecycle:read")
  void phase(HttpServletResponse response) throws IOException {
    Downloads.plain(response, 200, "TASKS");
  }

  @GetMapping("/read-only")
  @Permission("nexus:read-only:read")
  ObjectNode readOnly() {
    return Json.object()
        .put("systemInitiated", false)
        .put("frozen", readOnly.isFrozen())
        .put("summaryReason", readOnly.isFrozen() ? "activated by an administrator" : "");
  }

  @PostMapping("/read-only/freeze")
  @Permission("nexus:read-only:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void freeze() {
    if (readOnly.isFrozen()) {
      throw new Refusal(404, "the service is read-only already");
    }
    readOnly.set(true);
  }

  @PostMapping({"/read-only/release", "/read-only/force-release"})
  @Permission("nexus:read-only:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void release() {
    if (!readOnly.isFrozen()) {
      throw new Refusal(404, "the service is not read-only");
    }
    readOnly.set(false);
  }

  @GetMapping("/email")
  @Permission("nexus:settings:read")
  JsonNode email() {
    JsonNode kept = settings.get(EMAIL);
    return kept != null
        ? kept
        : node(new Email(false, "", 0, "", "", "", false, false, false, false));
  }

  @PutMapping("/email")
  @Permission("nexus:settings:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setEmail(HttpServletRequest request) throws IOException {
    Email sent = Bodies.read(request, EMAIL_BODY);
    boolean whole =
        Bodies.given(sent.host(), "host").matches("[A-Za-z0-9.-]{1,253}")
            && sent.port() > 0
            && sent.port() < 65_536
            && Bodies.given(sent.fromAddress(), "fromAddress").matches("[^@\\s]+@[^@\\s]+");
    if (!whole) {
      throw new Refusal(400, "host, port and fromAddress must be those of a server of mail");
    }
    settings.put(EMAIL, node(sent));
  }

  @DeleteMapping("/email")
  @Permission("nexus:settings:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteEmail() {
    settings.delete(EMAIL);
  }

  @GetMapping("/featureFlags")
  @Permission("nexus:settings:read")
  List<FeatureFlags.Row> featureFlags() {
    return flags.all();
  }

  @PutMapping("/featureFlags/{name}")
  @Permission("nexus:settings:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setFeatureFlag(@PathVariable String name, HttpServletRequest request) throws IOException {
    flags.set(name, Bodies.read(request, FLAG).enabled());
  }

  private static ObjectNode node(Email email) {
    return Json.MAPPER.valueToTree(email);
  }
}
