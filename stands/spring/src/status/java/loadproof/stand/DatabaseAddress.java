package loadproof.stand;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Where the database is and who asks, as {@code --database} says it. */
public record DatabaseAddress(String host, int port, String name, String user, String password) {
  private static final String FORM = "postgresql://USER:PASSWORD@HOST:PORT/NAME";

  /**
   * Parses {@code postgresql://USER:PASSWORD@HOST:PORT/NAME}; the port is 5432 unless given.
   *
   * @throws Fault when the text is anything else
   */
  public static DatabaseAddress parse(String text) {
    try {
      URI uri = new URI(text);
      String[] login =
          uri.getRawUserInfo() == null ? new String[0] : uri.getRawUserInfo().split(":", 2);
      String path = uri.getRawPath();
      boolean whole =
          ("postgresql".equals(uri.getScheme()) || "postgres".equals(uri.getScheme()))
              && uri.getHost() != null
              && login.length > 0
              && path != null
              && path.length() > 1
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null;
      if (!whole) {
        throw refused();
      }
      return new DatabaseAddress(
          uri.getHost(),
          uri.getPort() < 0 ? 5432 : uri.getPort(),
          decoded(path.substring(1)),
          decoded(login[0]),
          login.length > 1 ? decoded(login[1]) : "");
    } catch (URISyntaxException | IllegalArgumentException fault) {
      throw refused();
    }
  }

  /** {@code HOST:PORT}. */
  public String place() {
    return host + ":" + port;
  }

  // The text is not repeated: it has a password in it.
  private static Fault refused() {
    return Fault.badInput("--database is not of the form " + FORM + ". Cure: give it so.");
  }

  private static String decoded(String text) {
    // A form's plus is a blank, an address's is not.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
