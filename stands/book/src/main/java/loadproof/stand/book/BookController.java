package loadproof.stand.book;

import java.util.List;
import java.util.Map;
import loadproof.stand.Refusal;
import loadproof.stand.webflux.RequestBodies;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The API of the shop. What is wrong is refused by the thread of Netty, all else is work. */
@RestController
class BookController {
  private static final int LONGEST_TEXT = 100;
  private static final int MOST_LISTED = 50;

  private final BookService service;
  private final BookThreads threads;

  BookController(BookService service, BookThreads threads) {
    this.service = service;
    this.threads = threads;
  }

  @GetMapping("/books")
  Mono<List<Book>> list(
      @RequestParam(defaultValue = "1") String from,
      @RequestParam(defaultValue = "20") String count) {
    int first = number("from", from, 1, BookService.BOOKS);
    int most = number("count", count, 1, MOST_LISTED);
    return threads.call(() -> service.list(first, most));
  }

  @GetMapping("/books/{id}")
  Mono<Book> get(@PathVariable String id) {
    int wanted = bookNumber(id);
    return threads.call(() -> service.get(wanted));
  }

  @GetMapping("/books/{id}/price")
  Mono<Map<String, Object>> price(@PathVariable String id) {
    int wanted = bookNumber(id);
    return threads
        .call(() -> service.price(wanted))
        .map(book -> Map.of("book", book.id(), "price", book.price()));
  }

  @PostMapping("/orders")
  @ResponseStatus(HttpStatus.CREATED)
  Mono<Order> buy(ServerHttpRequest request) {
    return RequestBodies.read(request)
        .map(Order.Wish::parse)
        .flatMap(wish -> threads.call(() -> service.buy(wish)));
  }

  @GetMapping("/search")
  Mono<List<Book>> search(@RequestParam(defaultValue = "") String text) {
    // A line break would be one of the log.
    boolean printable = text.chars().noneMatch(Character::isISOControl);
    if (text.isBlank() || text.length() > LONGEST_TEXT || !printable) {
      throw new Refusal(400, "text must have 1 to " + LONGEST_TEXT + " printable signs");
    }
    return threads.call(() -> service.search(text));
  }

  // Spring would answer by itself what a path takes.
  @RequestMapping(
      method = RequestMethod.OPTIONS,
      path = {
        "/books",
        "/books/{id}",
        "/books/{id}/price",
        "/orders",
        "/search",
        "/healthz",
        "/metrics"
      })
  void options() {
    throw Refusal.wrongMethod();
  }

  private static int bookNumber(String text) {
    return number("the number of a book", text, 1, Integer.MAX_VALUE);
  }

  private static int number(String name, String text, int least, int most) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException fault) {
      // Told below.
    }
    throw new Refusal(400, "%s must be from %d to %d".formatted(name, least, most));
  }
}
