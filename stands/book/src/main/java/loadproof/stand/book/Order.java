package loadproof.stand.book;

import java.math.BigDecimal;
import loadproof.stand.JsonBody;

/** What was sold to a client. */
record Order(long id, int book, int count, BigDecimal total) {

  /** The body of an order; both are null where it has none. */
  record Wish(Integer book, Integer count) {
    private static final int MOST_COPIES = 100;
    private static final JsonBody<Wish> BODY =
        new JsonBody<>(Wish.class, "{\"book\": 7, \"count\": 1}");

    /**
     * Parses {@code {"book": 7, "count": 1}}; other keys are ignored.
     *
     * @throws loadproof.stand.Refusal 400 when it is anything else, 413 when it is too large
     */
    static Wish parse(byte[] body) {
      Wish wish = BODY.parse(body);
      if (wish == null || wish.book == null || wish.count == null) {
        throw BODY.bad("it has to have both");
      }
      if (wish.count < 1 || wish.count > MOST_COPIES) {
        throw BODY.bad("count is a number from 1 to " + MOST_COPIES);
      }
      return wish;
    }
  }
}
