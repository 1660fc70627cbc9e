package loadproof.stand.depot.security;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Digests;
import loadproof.stand.depot.store.Settings;

/** Tells who sends a request: by password, key, token or session, as the active realms have it. */
public final class Authenticator {
  /** Name of the setting: {@code {"enabled": true, "userId": "anonymous"}}. */
  public static final String ANONYMOUS = "anonymous";

  private static final long REMEMBERED_NS = Duration.ofMinutes(2).toNanos();
  private static final int MOST_REMEMBERED = 10_000;

  private final Accounts accounts;
  private final Passwords passwords;
  private final ApiKeys keys;
  private final Sessions sessions;
  private final Realms realms;
  private final Settings settings;

  /** Passwords that matched, by a hash of user and password: bcrypt is for who steals the table. */
  private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();

  private final Map<String, Known> grants = new ConcurrentHashMap<>();

  public Authenticator(
      Accounts accounts,
      Passwords passwords,
      ApiKeys keys,
      Sessions sessions,
      Realms realms,
      Settings settings) {
    this.accounts = accounts;
    this.passwords = passwords;
    this.keys = keys;
    this.sessions = sessions;
    this.realms = realms;
    this.settings = settings;
  }

  private record Remembered(String user, long changes, long sinceNs) {}

  private record Known(Grants grants, long changes) {}

  /**
   * Returns the sender of a request; {@code format} is that of the repository, or empty.
   *
   * @throws Refusal 401 for credentials that are wrong, or of a realm that is not active
   */
  public Caller caller(HttpServletRequest request, HttpServletResponse response, String format) {
    Optional<String> user = named(request, response, format);
    if (user.isPresent()) {
      return new Caller(user.get(), false, known(user.get()));
    }
    JsonNode anonymous = settings.get(ANONYMOUS);
    boolean enabled = anonymous != null && anonymous.path("enabled").asBoolean();
    String id = enabled ? anonymous.path("userId").asText() : "anonymous";
    return new Caller(id, true, enabled ? known(id) : Grants.NONE);
  }

  /**
   * The user of these credentials, compared by bcrypt.
   *
   * @throws Refusal 401 when they are wrong
   */
  public String verified(HttpServletResponse response, String user, String password) {
    if (!matches(user, password)) {
      throw unauthorized(response);
    }
    return user;
  }

  /** True if this is the password of an active user. */
  public boolean matches(String user, String password) {
    Optional<Accounts.Account> account = accounts.find(user);
    String hash =
        account.filter(Accounts.Account::isActive).map(Accounts.Account::passwordHash).orElse(null);
    return passwords.matches(password, hash);
  }

  /** The refusal of who must say, or has not said rightly, who they are. */
  static Refusal unauthorized(HttpServletResponse response) {
    response.setHeader("WWW-Authenticate", "Basic realm=\"depot\", charset=\"UTF-8\"");
    return new Refusal(401, "log in: this request needs user and password, a key or a session");
  }

  private Optional<String> named(
      HttpServletRequest request, HttpServletResponse response, String format) {
    String key = request.getHeader("X-NuGet-ApiKey");
    // Of a realm that is not active it says nothing: clients send it beside a password.
    boolean keyed = format.equals("nuget") && key != null && !key.isBlank();
    if (keyed && realms.isActive(Realms.NUGET)) {
      return Optional.of(keyed(response, Realms.NUGET, key));
    }
    String header = request.getHeader("Authorization");
    if (header == null) {
      return sessions.user(request).filter(this::isActive);
    }
    if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
      return Optional.of(basic(response, header.substring(6).strip()));
    }
    if (header.regionMatches(true, 0, "Bearer ", 0, 7) && format.equals("npm")) {
      return Optional.of(keyed(response, Realms.NPM, header.substring(7).strip()));
    }
    throw unauthorized(response);
  }

  private String keyed(HttpServletResponse response, String realm, String key) {
    if (!realms.isActive(realm)) {
      throw unauthorized(response);
    }
    return keys.user(realm, key).orElseThrow(() -> unauthorized(response));
  }

  private String basic(HttpServletResponse response, String encoded) {
    if (!realms.isActive(Realms.LOCAL)) {
      throw unauthorized(response);
    }
    String hash = Digests.hex("SHA-256", encoded.getBytes(StandardCharsets.UTF_8));
    Remembered seen = remembered.get(hash);
    if (seen != null && isFresh(seen)) {
      return seen.user();
    }
    if (remembered.size() >= MOST_REMEMBERED) {
      remembered.clear();
    }
    // Inside of compute, so that the requests of one client do not all compare at once.
    return remembered
        .compute(
            hash, (key, kept) -> kept != null && isFresh(kept) ? kept : compared(response, encoded))
        .user();
  }

  private boolean isFresh(Remembered seen) {
    return seen.changes() == accounts.changesOf(seen.user())
        && System.nanoTime() - seen.sinceNs() < REMEMBERED_NS;
  }

  private Remembered compared(HttpServletResponse response, String encoded) {
    String[] parts = decoded(response, encoded).split(":", 2);
    if (parts.length != 2) {
      throw unauthorized(response);
    }
    long changes = accounts.changesOf(parts[0]);
    return new Remembered(verified(response, parts[0], parts[1]), changes, System.nanoTime());
  }

  private static String decoded(HttpServletResponse response, String encoded) {
    try {
      return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException fault) {
      throw unauthorized(response);
    }
  }

  private boolean isActive(String user) {
    return accounts.find(user).filter(Accounts.Account::isActive).isPresent();
  }

  private Grants known(String user) {
    Known kept = grants.get(user);
    if (kept != null && kept.changes() == accounts.changes()) {
      return kept.grants();
    }
    if (grants.size() >= MOST_REMEMBERED) {
      grants.clear();
    }
    return grants
        .compute(
            user,
            (key, known) ->
                known != null && known.changes() == accounts.changes() ? known : read(user))
        .grants();
  }

  private Known read(String user) {
    long changes = accounts.changes();
    boolean authorizes = realms.isActive(Realms.AUTHORIZING);
    return new Known(authorizes ? accounts.grants(user) : Grants.NONE, changes);
  }
}
