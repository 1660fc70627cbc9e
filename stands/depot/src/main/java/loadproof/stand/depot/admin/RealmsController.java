package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Accounts;
import loadproof.stand.depot.security.ApiKeys;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.security.Caller;
import loadproof.stand.depot.security.Permission;
import loadproof.stand.depot.security.Realms;
import loadproof.stand.depot.store.Digests;
import loadproof.stand.depot.store.Json;
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

/** Realms, anonymous access and trusted certificates of other servers. */
@RestController
@RequestMapping("/service/rest/v1/security")
class RealmsController {
  private static final JsonBody<String[]> REALMS =
      new JsonBody<>(String[].class, "[\"NexusAuthenticatingRealm\", \"NexusAuthorizingRealm\"]");
  private static final JsonBody<Anonymous> ANONYMOUS =
      new JsonBody<>(Anonymous.class, "{\"enabled\": true, \"userId\": \"anonymous\"}");
  private static final int MOST_PEM_BYTES = 64 * 1024;

  private final Realms realms;
  private final Accounts accounts;
  private final Settings settings;
  private final JdbcClient jdbc;
  private final Authenticator authenticator;
  private final ApiKeys keys;

  RealmsController(
      Realms realms,
      Accounts accounts,
      Settings settings,
      JdbcClient jdbc,
      Authenticator authenticator,
      ApiKeys keys) {
    this.realms = realms;
    this.accounts = accounts;
    this.settings = settings;
    this.jdbc = jdbc;
    this.authenticator = authenticator;
    this.keys = keys;
  }

  /** Access of who does not say who they are: allowed or not, and as which user. */
  record Anonymous(boolean enabled, String userId, String realmName) {}

  /** A realm: its id and its name for people. */
  record Realm(String id, String name) {}

  @GetMapping("/realms/active")
  @Permission("nexus:settings:read")
  List<String> active() {
    return realms.active();
  }

  @PutMapping("/realms/active")
  @Permission("nexus:settings:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void activate(HttpServletRequest request) throws IOException {
    realms.activate(List.of(Bodies.read(request, REALMS)));
    accounts.changed();
  }

  @GetMapping("/realms/available")
  @Permission("nexus:settings:read")
  List<Realm> available() {
    return Realms.all().entrySet().stream()
        .map(realm -> new Realm(realm.getKey(), realm.getValue()))
        .toList();
  }

  /** Makes a key for pushes of NuGet, of the user who asks for it. */
  @PostMapping("/nuget-api-key")
  @Permission("nexus:apikey:create")
  @ResponseStatus(HttpStatus.CREATED)
  Map<String, String> makeKey(HttpServletRequest request, HttpServletResponse response) {
    Caller caller = authenticator.caller(request, response, "");
    return Map.of("apiKey", keys.make(Realms.NUGET, caller.user()));
  }

  @GetMapping("/anonymous")
  @Permission("nexus:settings:read")
  Anonymous anonymous() {
    JsonNode kept = settings.get(Authenticator.ANONYMOUS);
    return kept == null
        ? new Anonymous(false, "anonymous", Realms.AUTHORIZING)
        : new Anonymous(
            kept.path("enabled").asBoolean(), kept.path("userId").asText(), Realms.AUTHORIZING);
  }

  @PutMapping("/anonymous")
  @Permission("nexus:settings:update")
  Anonymous setAnonymous(HttpServletRequest request) throws IOException {
    Anonymous sent = Bodies.read(request, ANONYMOUS);
    String user = sent.userId() == null ? "anonymous" : sent.userId();
    if (accounts.find(user).isEmpty()) {
      throw new Refusal(400, "there is no user \"" + user + "\"");
    }
    settings.put(
        Authenticator.ANONYMOUS, Json.object().put("enabled", sent.enabled()).put("userId", user));
    return anonymous();
  }

  @GetMapping("/ssl/truststore")
  @Permission("nexus:ssl-truststore:read")
  List<ObjectNode> certificates() {
    return jdbc
        .sql("SELECT pem FROM trusted_certificate ORDER BY fingerprint")
        .query(String.class)
        .list()
        .stream()
        .map(pem -> shown(parsed(pem), pem))
        .toList();
  }

  @PostMapping("/ssl/truststore")
  @Permission("nexus:ssl-truststore:create")
  @ResponseStatus(HttpStatus.CREATED)
  ObjectNode trust(HttpServletRequest request) throws IOException {
    byte[] sent = request.getInputStream().readNBytes(MOST_PEM_BYTES + 1);
    if (sent.length > MOST_PEM_BYTES) {
      throw Refusal.bodyTooLarge();
    }
    String pem = new String(sent, StandardCharsets.US_ASCII);
    X509Certificate certificate = parsed(pem);
    jdbc.sql("INSERT INTO trusted_certificate (fingerprint, pem) VALUES (?, ?)")
        .param(fingerprint(certificate))
        .param(pem)
        .update();
    return shown(certificate, pem);
  }

  @DeleteMapping("/ssl/truststore/{id}")
  @Permission("nexus:ssl-truststore:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void distrust(@PathVariable String id) {
    if (jdbc.sql("DELETE FROM trusted_certificate WHERE fingerprint = ?").param(id).update() == 0) {
      throw new Refusal(404, "there is no certificate \"" + id + "\"");
    }
  }

  private static X509Certificate parsed(String pem) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    } catch (CertificateException fault) {
      throw new Refusal(400, "the body must be a certificate in PEM");
    }
  }

  private static ObjectNode shown(X509Certificate certificate, String pem) {
    Map<String, String> subject = names(certificate.getSubjectX500Principal().getName());
    Map<String, String> issuer = names(certificate.getIssuerX500Principal().getName());
    return Json.object()
        .put("id", fingerprint(certificate))
        .put("fingerprint", fingerprint(certificate))
        .put("serialNumber", certificate.getSerialNumber().toString())
        .put("subjectCommonName", subject.get("CN"))
        .put("subjectOrganization", subject.get("O"))
        .put("issuerCommonName", issuer.get("CN"))
        .put("issuerOrganization", issuer.get("O"))
        .put("issuedOn", certificate.getNotBefore().getTime())
        .put("expiresOn", certificate.getNotAfter().getTime())
        .put("pem", pem);
  }

  private static Map<String, String> names(String distinguished) {
    Map<String, String> names = new HashMap<>();
    for (String part : distinguished.split("(?<!\\\\),")) {
      String[] pair = part.split("=", 2);
      if (pair.length == 2) {
        names.putIfAbsent(pair[0].strip(), pair[1]);
      }
    }
    return names;
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      return Digests.hex("SHA-1", certificate.getEncoded());
    } catch (CertificateEncodingException fault) {
      throw new Refusal(400, "the certificate cannot be encoded");
    }
  }
}
