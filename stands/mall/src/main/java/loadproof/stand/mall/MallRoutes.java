package loadproof.stand.mall;

import java.util.List;
import loadproof.stand.Route;
import loadproof.stand.Routes;

/** The two routes of the study's source. */
final class MallRoutes implements Routes {
  static final String MYSQL = "/case/api/v1/mysql/execute";
  static final String REDIS = "/case/api/v1/redis/execute";

  private static final Route TO_MYSQL = new Route("GET", MYSQL);
  private static final Route TO_REDIS = new Route("GET", REDIS);

  @Override
  public List<Route> own() {
    return List.of(TO_MYSQL, TO_REDIS);
  }

  @Override
  public Route ownOf(String method, String path) {
    if (!method.equals("GET")) {
      return Route.OTHER;
    }
    return switch (path) {
      case MYSQL -> TO_MYSQL;
      case REDIS -> TO_REDIS;
      default -> Route.OTHER;
    };
  }
}
