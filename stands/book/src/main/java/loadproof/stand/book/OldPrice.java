package loadproof.stand.book;

import java.time.Instant;

/** A price that a book had until an instant, and the tag that it had on the shelf. */
record OldPrice(Book book, Instant until, String tag) {
  static OldPrice of(Book book, Instant until) {
    return new OldPrice(
        book, until, "%s, by %s: %s".formatted(book.title(), book.author(), book.price()));
  }
}
