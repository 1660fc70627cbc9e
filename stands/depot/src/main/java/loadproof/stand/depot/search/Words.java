package loadproof.stand.depot.search;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Words that a search asks for. */
public final class Words {
  private static final int MOST = 10;

  private Words() {}

  /**
   * A text of a search as a query of PostgreSQL's text search: components that have a word which
   * begins so, for each word; empty where the text has no word.
   */
  public static Optional<String> query(String text) {
    if (text == null) {
      return Optional.empty();
    }
    List<String> words =
        Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
            .filter(word -> !word.isEmpty())
            .limit(MOST)
            .toList();
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join(":* & ", words) + ":*");
  }
}
