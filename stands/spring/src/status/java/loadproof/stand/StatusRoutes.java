package loadproof.stand;

import java.util.List;

/** The routes of the status API. */
final class StatusRoutes implements Routes {
  private static final String ONE_PREFIX = "/status/";
  private static final Route ONE = new Route("GET", "/status/{id}");
  private static final Route BATCH = new Route("GET", "/status");
  private static final Route CREATE = new Route("POST", "/status");
  private static final Route UPDATE = new Route("PUT", "/status/{id}");

  @Override
  public List<Route> own() {
    return List.of(ONE, BATCH, CREATE, UPDATE);
  }

  @Override
  public Route ownOf(String method, String path) {
    if (path.equals("/status")) {
      return switch (method) {
        case "GET" -> BATCH;
        case "POST" -> CREATE;
        default -> Route.OTHER;
      };
    }
    if (!Routes.isOneBelow(ONE_PREFIX, path)) {
      return Route.OTHER;
    }
    return switch (method) {
      case "GET" -> ONE;
      case "PUT" -> UPDATE;
      default -> Route.OTHER;
    };
  }
}
