package loadproof.stand;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Address of a database and the user that connects, as an option of the command line gives them.
 */
public record DatabaseAddress(String host, int port, String name, String user, String password) {
  /** Form of an address: the option, its URL schemes, and the port where the URL has none. */
  public record Form(String option, List<String> schemes, int port) {
    /** The option {@code --database} of the stands over PostgreSQL. */
    public static final Form POSTGRESQL =
        new Form("--database", List.of("postgresql", "postgres"), 5432);

    /** An example for messages; the text that was given is never repeated: it has a password. */
    public String example() {
      return schemes.get(0) + "://USER:PASSWORD@HOST:PORT/NAME";
    }
  }

  /**
   * Parses {@code SCHEME://USER:PASSWORD@HOST:PORT/NAME}.
   *
   * @throws Fault when the text is anything else
   */
  public static DatabaseAddress parse(Form form, String text) {
    try {
      URI uri = new URI(text);
      String[] login =
          uri.getRawUserInfo() == null ? new String[0] : uri.getRawUserInfo().split(":", 2);
      String path = uri.getRawPath();
      boolean whole =
          form.schemes().contains(uri.getScheme())
              && uri.getHost() != null
              && login.length > 0
              && path != null
              && path.length() > 1
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null;
      if (!whole) {
        throw refused(form);
      }
      return new DatabaseAddress(
          uri.getHost(),
          uri.getPort() < 0 ? form.port() : uri.getPort(),
          decoded(path.substring(1)),
          decoded(login[0]),
          login.length > 1 ? decoded(login[1]) : "");
    } catch (URISyntaxException | IllegalArgumentException fault) {
      throw refused(form);
    }
  }

  /** {@code HOST:PORT}. */
  public String place() {
    return host + ":" + port;
  }

  private static Fault refused(Form form) {
    return Fault.badInput(
        "%s is not of the form %s. Cure: give it so.".formatted(form.option(), form.example()));
  }

  private static String decoded(String text) {
    // A form's plus is a blank, an address's is not.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
