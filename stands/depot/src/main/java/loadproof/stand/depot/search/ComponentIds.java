package loadproof.stand.depot.search;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import loadproof.stand.Refusal;

/** Ids of components and files, and tokens of pages, as clients see them: opaque. */
public final class ComponentIds {
  private ComponentIds() {}

  /** The id of a row of a repository. */
  static String id(String repository, long row) {
    return encoded(repository + ":" + row);
  }

  /** The row of an id; empty for what is none. */
  static Optional<Long> row(String id) {
    return decoded(id)
        .map(text -> text.substring(text.lastIndexOf(':') + 1))
        .filter(text -> text.matches("\\d{1,18}"))
        .map(Long::parseLong);
  }

  /** The token of the page after a row. */
  static String token(long lastRow) {
    return encoded("page:" + lastRow);
  }

  /**
   * The row after which a page begins; 0 for the first.
   *
   * @throws Refusal 406 for a token that nobody was given, as Nexus has it
   */
  static long after(String token) {
    if (token == null || token.isEmpty()) {
      return 0;
    }
    return decoded(token)
        .filter(text -> text.matches("page:\\d{1,18}"))
        .map(text -> Long.parseLong(text.substring("page:".length())))
        .orElseThrow(
            () -> new Refusal(406, "continuationToken is unknown: take that of the page before"));
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<String> decoded(String text) {
    try {
      return Optional.of(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException fault) {
      return Optional.empty();
    }
  }
}
