package loadproof.stand.depot.admin;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Accounts;
import loadproof.stand.depot.security.Accounts.Account;
import loadproof.stand.depot.security.Passwords;
import loadproof.stand.depot.security.Permission;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Users: rows 12 and 13 of the study's source. Row 13 has no name there; it stands below "Users",
 * and the collector changes nothing of its 0.8 s, which is taken for the hash of a password.
 */
@RestController
class UsersController {
  private static final String USERS = "/service/rest/v1/security/users";
  private static final JsonBody<Sent> BODY =
      new JsonBody<>(
          Sent.class,
          "{\"userId\": \"ann\", \"firstName\": \"Ann\", \"lastName\": \"Lee\", \"emailAddress\":"
              + " \"ann@example.org\", \"password\": \"...\", \"status\": \"active\","
              + " \"roles\": [\"deployer\"]}");

  private final Accounts accounts;
  private final Roles roles;
  private final Passwords passwords;

  UsersController(Accounts accounts, Roles roles, Passwords passwords) {
    this.accounts = accounts;
    this.roles = roles;
    this.passwords = passwords;
  }

  /** A user as they are sent. */
  record Sent(
      String userId,
      String firstName,
      String lastName,
      String emailAddress,
      String password,
      String status,
      List<String> roles) {}

  /** A user as they are shown. */
  record Shown(
      String userId,
      String firstName,
      String lastName,
      String emailAddress,
      String source,
      String status,
      boolean readOnly,
      List<String> roles,
      List<String> externalRoles) {
    static Shown of(Account account) {
      return new Shown(
          account.id(),
          account.firstName(),
          account.lastName(),
          account.email(),
          "default",
          account.status(),
          false,
          account.roles(),
          List.of());
    }
  }

  @GetMapping(USERS)
  @Permission("nexus:users:read")
  List<Shown> all(
      @RequestParam(defaultValue = "") String userId,
      @RequestParam(defaultValue = "default") String source) {
    if (!source.equals("default")) {
      throw new Refusal(404, "there is no source \"" + source + "\"");
    }
    return accounts.all(userId).stream().map(Shown::of).toList();
  }

  @PostMapping(USERS)
  @Permission("nexus:users:create")
  Shown create(HttpServletRequest request) throws IOException {
    Sent sent = Bodies.read(request, BODY);
    String id = Bodies.given(sent.userId(), "userId");
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._@-]{0,199}")) {
      throw new Refusal(400, "userId must have 1 to 200 characters of A-Z, a-z, 0-9, . _ @ -");
    }
    Account account = account(id, sent, passwords.hash(password(sent.password())));
    accounts.insert(account);
    return Shown.of(account);
  }

  @PutMapping(USERS + "/{id}")
  @Permission("nexus:users:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void update(@PathVariable String id, HttpServletRequest request) throws IOException {
    Account kept = named(id);
    accounts.update(account(id, Bodies.read(request, BODY), kept.passwordHash()));
  }

  @PutMapping(USERS + "/{id}/change-password")
  @Permission("nexus:userschangepw:create")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void changePassword(@PathVariable String id, HttpServletRequest request) throws IOException {
    byte[] sent = request.getInputStream().readNBytes(Passwords.MOST_BYTES + 1);
    named(id);
    accounts.updatePassword(id, passwords.hash(password(new String(sent, StandardCharsets.UTF_8))));
  }

  @DeleteMapping(USERS + "/{id}")
  @Permission("nexus:users:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String id) {
    if (id.equals("admin") || id.equals("anonymous")) {
      throw new Refusal(400, "the user " + id + " stays");
    }
    if (!accounts.delete(id)) {
      throw unknown(id);
    }
  }

  @GetMapping("/service/rest/v1/security/user-sources")
  @Permission("nexus:users:read")
  List<Map<String, String>> sources() {
    return List.of(Map.of("id", "default", "name", "Local"));
  }

  private Account named(String id) {
    return accounts.find(id).orElseThrow(() -> unknown(id));
  }

  private static Refusal unknown(String id) {
    return new Refusal(404, "there is no user \"" + id + "\"");
  }

  private Account account(String id, Sent sent, String hash) {
    String status = sent.status() == null ? "active" : sent.status();
    if (!status.matches("active|disabled")) {
      throw new Refusal(400, "status must be active or disabled");
    }
    if (sent.roles() == null || sent.roles().isEmpty()) {
      throw new Refusal(400, "roles must have one role at least");
    }
    List<String> unknown = roles.unknown(sent.roles());
    if (!unknown.isEmpty()) {
      throw new Refusal(400, "there is no role \"" + unknown.get(0) + "\"");
    }
    return new Account(
        id,
        Bodies.given(sent.firstName(), "firstName"),
        Bodies.given(sent.lastName(), "lastName"),
        Bodies.given(sent.emailAddress(), "emailAddress"),
        status,
        hash,
        sent.roles().stream().distinct().toList());
  }

  private static String password(String password) {
    Bodies.given(password, "password");
    if (password.getBytes(StandardCharsets.UTF_8).length > Passwords.MOST_BYTES) {
      throw new Refusal(400, "a password has at most " + Passwords.MOST_BYTES + " bytes");
    }
    return password;
  }
}
