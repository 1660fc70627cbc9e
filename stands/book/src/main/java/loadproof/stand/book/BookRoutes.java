package loadproof.stand.book;

import java.util.List;
import loadproof.stand.Route;
import loadproof.stand.Routes;

/** The routes of the shop. */
final class BookRoutes implements Routes {
  private static final String ONE_PREFIX = "/books/";
  private static final String PRICE_SUFFIX = "/price";
  private static final Route LIST = new Route("GET", "/books");
  private static final Route ONE = new Route("GET", "/books/{id}");
  private static final Route PRICE = new Route("GET", "/books/{id}/price");
  private static final Route BUY = new Route("POST", "/orders");
  private static final Route SEARCH = new Route("GET", "/search");

  @Override
  public List<Route> own() {
    return List.of(LIST, ONE, PRICE, BUY, SEARCH);
  }

  @Override
  public Route ownOf(String method, String path) {
    return switch (method) {
      case "GET" -> got(path);
      case "POST" -> path.equals("/orders") ? BUY : Route.OTHER;
      default -> Route.OTHER;
    };
  }

  private static Route got(String path) {
    if (path.equals("/books")) {
      return LIST;
    }
    if (path.equals("/search")) {
      return SEARCH;
    }
    if (Routes.isOneBelow(ONE_PREFIX, path)) {
      return ONE;
    }
    boolean price =
        path.endsWith(PRICE_SUFFIX)
            && Routes.isOneBelow(
                ONE_PREFIX, path.substring(0, path.length() - PRICE_SUFFIX.length()));
    return price ? PRICE : Route.OTHER;
  }
}
