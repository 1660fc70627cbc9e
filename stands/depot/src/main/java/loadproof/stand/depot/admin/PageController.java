package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.Downloads;
import loadproof.stand.depot.security.Accounts;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.security.Caller;
import loadproof.stand.depot.security.Sessions;
import loadproof.stand.depot.store.Digests;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Repositories;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Page of the service, its sessions, and the state that it polls. */
@RestController
class PageController {
  private static final String SESSION = "/service/rapture/session";

  private final Repositories repositories;
  private final Authenticator authenticator;
  private final Sessions sessions;
  private final Accounts accounts;
  private final HealthChecks checks;
  private final ReadOnlyState readOnly;
  private final FeatureFlags flags;

  PageController(
      Repositories repositories,
      Authenticator authenticator,
      Sessions sessions,
      Accounts accounts,
      HealthChecks checks,
      ReadOnlyState readOnly,
      FeatureFlags flags) {
    this.repositories = repositories;
    this.authenticator = authenticator;
    this.sessions = sessions;
    this.accounts = accounts;
    this.checks = checks;
    this.readOnly = readOnly;
    this.flags = flags;
  }

  /** Logs in by user and password in base64, as in Nexus: row 37 of the study's source. */
  @PostMapping(SESSION)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void login(HttpServletRequest request, HttpServletResponse response) {
    String user = decoded(request.getParameter("username"), "username");
    String password = decoded(request.getParameter("password"), "password");
    if (!authenticator.matches(user, password)) {
      throw new Refusal(403, "user or password are wrong");
    }
    response.addHeader("Set-Cookie", cookie(sessions.begin(user), -1));
  }

  /** Ends the session, 401 without one: row 38. */
  @DeleteMapping(SESSION)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void logout(HttpServletRequest request, HttpServletResponse response) {
    if (!sessions.end(request)) {
      throw new Refusal(401, "there is no session to end");
    }
    response.addHeader("Set-Cookie", cookie("", 0));
  }

  private static String cookie(String token, long maxAge) {
    return ResponseCookie.from(Sessions.COOKIE, token)
        .path("/")
        .httpOnly(true)
        .sameSite("Strict")
        .maxAge(maxAge)
        .build()
        .toString();
  }

  private static String decoded(String parameter, String name) {
    try {
      return new String(
          Base64.getDecoder().decode(Bodies.given(parameter, name)), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException fault) {
      throw new Refusal(400, name + " is no base64");
    }
  }

  /**
   * Returns the state of the page, row 34: permissions of the caller are read from the database,
   * and all checks of the service run.
   */
  @RequestMapping(
      method = {RequestMethod.GET, RequestMethod.POST},
      path = {"/service/extdirect/poll/rapture_State_get", "/service/rapture/rapture_State_get"})
  List<ObjectNode> state(HttpServletRequest request, HttpServletResponse response) {
    Caller caller = authenticator.caller(request, response, "");
    ObjectNode values = Json.object();
    ObjectNode user = Json.object().put("id", caller.user());
    user.put("authenticated", !caller.isAnonymous());
    ArrayNode permissions = user.putArray("permissions");
    accounts.permissions(caller.user()).stream().sorted().forEach(permissions::add);
    add(values, "user", user);
    ArrayNode listed = Json.array();
    repositories
        .all()
        .forEach(one -> listed.addObject().put("name", one.name()).put("format", one.format()));
    add(values, "repositories", listed);
    add(values, "featureFlags", Json.MAPPER.valueToTree(flags.all()));
    add(values, "status", Json.object().put("readOnly", readOnly.isFrozen()));
    Map<String, HealthChecks.Result> results = checks.run();
    boolean failed = results.values().stream().anyMatch(result -> !result.healthy());
    add(values, "health_checks_failed", Json.object().put("failed", failed));
    ObjectNode event = Json.object().put("type", "event").put("name", "rapture_State_get");
    event.withObject("/data").set("data", values);
    return List.of(event);
  }

  /** A value with its hash, by which the page sees what has changed. */
  private static void add(ObjectNode values, String name, JsonNode value) {
    ObjectNode entry = values.putObject(name);
    entry.put("hash", Digests.hex("SHA-1", Json.bytes(value)));
    entry.set("value", value);
  }

  /** Returns the page: row 35. */
  @GetMapping({"/nexus", "/nexus/", "/"})
  void page(HttpServletResponse response) throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>Depot</title></head>
            <body>
            <h1>Depot</h1>
            <table><tr><th>Repository</th><th>Format</th></tr>
            """);
    repositories
        .all()
        .forEach(
            one ->
                page.append(
                    "<tr><td><a href=\"/repository/%1$s/\">%1$s</a></td><td>%2$s</td></tr>\n"
                        .formatted(HtmlUtils.htmlEscape(one.name()), one.format())));
    page.append("</table>\n</body>\n</html>\n");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", "default-src 'none'");
    Downloads.plain(
        response,
        200,
        "text/html; charset=utf-8",
        page.toString().getBytes(StandardCharsets.UTF_8));
  }
}
