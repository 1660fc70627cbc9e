package loadproof.stand.book;

import java.time.Instant;

/** A price that a book had until an instant, and the label of the shelf that showed it. */
record OldPrice(Book book, Instant until, String label) {
  private static final String LABEL =
      """
      <article class="book">
        <h2>%s</h2>
        <p class="author">%s</p>
        <p class="price">%s until %s</p>
        <p class="note">Prices include tax. Delivery within three days, returns within fourteen.</p>
      </article>
      """;

  static OldPrice of(Book book, Instant until) {
    return new OldPrice(
        book, until, LABEL.formatted(book.title(), book.author(), book.price(), until));
  }
}
