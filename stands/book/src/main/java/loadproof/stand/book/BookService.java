package loadproof.stand.book;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import loadproof.stand.Refusal;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** The shop: its books, at prices that change whenever they are asked for. */
class BookService {
  static final int BOOKS = 1000;
  static final int MOST_FOUND = 20;

  private static final Logger LOG = LogManager.getLogger(BookService.class);
  private static final String[] QUALITIES = {"Old", "Quiet", "Seventh", "Red", "Lost"};
  private static final String[] THINGS = {
    "River", "Garden", "Winter", "Letter", "Harbour", "Clock"
  };
  private static final String[] AUTHORS = {"A. Orlova", "B. Meyer", "C. Tanaka", "D. Okafor"};

  private final Map<Integer, Book> books = new ConcurrentHashMap<>();
  private final Map<UUID, OldPrice> oldBooksPrices = new ConcurrentHashMap<>();
  private final AtomicLong orders = new AtomicLong();
  private final boolean memoryLeakEnabled;
  private final int storeUs;

  BookService(BookSettings settings) {
    memoryLeakEnabled = settings.memoryLeakEnabled();
    storeUs = settings.storeUs();
    IntStream.rangeClosed(1, BOOKS).forEach(id -> books.put(id, made(id)));
  }

  /** Up to {@code count} books by their numbers, from one on. */
  List<Book> list(int from, int count) {
    LOG.info("list of {} books from {} asked for", count, from);
    Pause.ofUs(storeUs);
    List<Book> found =
        IntStream.range(from, Math.min(from + count, BOOKS + 1)).mapToObj(books::get).toList();
    LOG.info("list of {} books from {} has {}", count, from, found.size());
    return found;
  }

  /**
   * One book.
   *
   * @throws Refusal 404 when there is none of this number
   */
  Book get(int id) {
    LOG.info("book {} asked for", id);
    Pause.ofUs(storeUs);
    Book found = known(id);
    LOG.info("book {} is {}", id, found.title());
    return found;
  }

  /**
   * What a book costs now: its price is made anew with each call.
   *
   * @throws Refusal 404 when there is none of this number
   */
  Book price(int id) {
    LOG.info("price of book {} asked for", id);
    Pause.ofUs(storeUs);
    Book old = known(id);
    int changePercent = ThreadLocalRandom.current().nextInt(80, 121);
    Book changed = old.at(listPrice(id).multiply(BigDecimal.valueOf(changePercent, 2)));
    changed = changed.at(changed.price().setScale(2, RoundingMode.HALF_UP));
    books.put(id, changed);
    if (memoryLeakEnabled) {
      // Nobody reads them, and nobody takes them out again.
      oldBooksPrices.put(UUID.randomUUID(), OldPrice.of(old, Instant.now()));
    }
    LOG.info("price of book {} is {}", id, changed.price());
    return changed;
  }

  /**
   * Sells copies of a book.
   *
   * @throws Refusal 404 when there is no such book
   */
  Order buy(Order.Wish wish) {
    LOG.info("{} copies of book {} wanted", wish.count(), wish.book());
    Pause.ofUs(storeUs);
    BigDecimal total = known(wish.book()).price().multiply(BigDecimal.valueOf(wish.count()));
    Order order = new Order(orders.incrementAndGet(), wish.book(), wish.count(), total);
    LOG.info("order {}: {} copies of book {}", order.id(), order.count(), order.book());
    return order;
  }

  /** The first books that have this text in their title or author, whatever its case. */
  List<Book> search(String text) {
    LOG.info("search for '{}'", text);
    Pause.ofUs(storeUs);
    String wanted = text.toLowerCase(Locale.ROOT);
    List<Book> found =
        IntStream.rangeClosed(1, BOOKS)
            .mapToObj(books::get)
            .filter(book -> has(book, wanted))
            .limit(MOST_FOUND)
            .toList();
    LOG.info("search for '{}' found {}", text, found.size());
    return found;
  }

  /** How many prices are kept that no book has any more. */
  int oldPrices() {
    return oldBooksPrices.size();
  }

  private Book known(int id) {
    Book found = books.get(id);
    if (found == null) {
      throw new Refusal(404, "no book with number " + id);
    }
    return found;
  }

  private static boolean has(Book book, String wanted) {
    return (book.title() + " " + book.author()).toLowerCase(Locale.ROOT).contains(wanted);
  }

  private static Book made(int id) {
    String title =
        "The %s %s %d".formatted(QUALITIES[id % QUALITIES.length], THINGS[id % THINGS.length], id);
    return new Book(id, title, AUTHORS[id % AUTHORS.length], listPrice(id));
  }

  private static BigDecimal listPrice(int id) {
    return BigDecimal.valueOf(500 + 37L * id % 4500, 2);
  }
}
