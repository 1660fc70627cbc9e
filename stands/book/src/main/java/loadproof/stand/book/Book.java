package loadproof.stand.book;

import java.math.BigDecimal;

/** A book of the shop at its price. */
record Book(int id, String title, String author, BigDecimal price) {
  Book at(BigDecimal newPrice) {
    return new Book(id, title, author, newPrice);
  }
}
