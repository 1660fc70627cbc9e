package loadproof.stand.depot.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import loadproof.stand.Refusal;

/** Address of the service as a client sees it; documents have absolute links. */
public final class Origin {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9.-]+(:\\d{1,5})?|\\[[0-9A-Fa-f:.]+](:\\d{1,5})?");

  private Origin() {}

  /**
   * {@code http://HOST:PORT} of the request's Host header.
   *
   * @throws Refusal 400 when the header is no host
   */
  public static String of(HttpServletRequest request) {
    String host = request.getHeader("Host");
    if (host == null) {
      return "http://" + request.getLocalAddr() + ":" + request.getLocalPort();
    }
    if (!HOST.matcher(host).matches()) {
      throw new Refusal(400, "the header Host is no host");
    }
    return request.getScheme() + "://" + host;
  }
}
