package loadproof.stand.depot.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import loadproof.stand.Refusal;

/** Sessions of who has logged in; they end after half an hour without a request, and with us. */
public final class Sessions {
  /** Name of the cookie. */
  public static final String COOKIE = "NXSESSIONID";

  private static final long IDLE_NS = Duration.ofMinutes(30).toNanos();
  private static final int MOST = 10_000;
  private static final int TOKEN_BYTES = 24;

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  private record Session(String user, long seenNs) {}

  /**
   * Begins a session and returns its token.
   *
   * @throws Refusal 503 when there are too many
   */
  public String begin(String user) {
    if (sessions.size() >= MOST) {
      long now = System.nanoTime();
      sessions.values().removeIf(session -> now - session.seenNs() > IDLE_NS);
    }
    if (sessions.size() >= MOST) {
      throw new Refusal(503, "there are too many sessions");
    }
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = HexFormat.of().formatHex(bytes);
    sessions.put(token, new Session(user, System.nanoTime()));
    return token;
  }

  /** The user of a request's session. */
  Optional<String> user(HttpServletRequest request) {
    String token = token(request);
    Session session = token == null ? null : sessions.get(token);
    if (session == null) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    if (now - session.seenNs() > IDLE_NS) {
      sessions.remove(token);
      return Optional.empty();
    }
    sessions.replace(token, session, new Session(session.user(), now));
    return Optional.of(session.user());
  }

  /** Ends the session of a request; false if it has none. */
  public boolean end(HttpServletRequest request) {
    String token = token(request);
    return token != null && sessions.remove(token) != null;
  }

  private static String token(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    if (cookies == null) {
      return null;
    }
    for (Cookie cookie : cookies) {
      if (cookie.getName().equals(COOKIE)) {
        return cookie.getValue();
      }
    }
    return null;
  }
}
