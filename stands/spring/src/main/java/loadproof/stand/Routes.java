package loadproof.stand;

import java.util.List;

/** The routes of a service. */
public interface Routes {
  /** All that there are, but for those of every service. */
  List<Route> own();

  /** The route of a request; OTHER where it is none of the service's own. */
  Route ownOf(String method, String path);

  /** The route of a request, that of any service included. */
  default Route of(String method, String path) {
    Route own = ownOf(method, path);
    if (own != Route.OTHER || !method.equals("GET")) {
      return own;
    }
    return switch (path) {
      case "/healthz" -> Route.HEALTH;
      case "/metrics" -> Route.METRICS;
      default -> Route.OTHER;
    };
  }

  /** Whether a path has exactly one more segment than {@code prefix}, which ends in a slash. */
  static boolean isOneBelow(String prefix, String path) {
    return path.length() > prefix.length()
        && path.startsWith(prefix)
        && path.indexOf('/', prefix.length()) < 0;
  }
}
