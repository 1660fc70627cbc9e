package loadproof.stand.depot.admin;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;

/** Bodies of administration requests. */
final class Bodies {
  private Bodies() {}

  /**
   * Reads the body of a request.
   *
   * @throws Refusal 400 where it is not as it must be, 413 where it is too large
   */
  static <T> T read(HttpServletRequest request, JsonBody<T> body) throws IOException {
    T read = body.parse(request.getInputStream().readNBytes(JsonBody.MOST_BYTES + 1));
    if (read == null) {
      throw body.bad("there is nothing in it");
    }
    return read;
  }

  /**
   * A text that must be there.
   *
   * @throws Refusal 400
   */
  static String given(String text, String name) {
    if (text == null || text.isBlank()) {
      throw new Refusal(400, name + " is missing");
    }
    return text;
  }

  /** A text that may be missing. */
  static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
