package loadproof.stand;

/** What requests are told apart by in the metrics. */
enum Route {
  ONE("GET", "/status/{id}"),
  BATCH("GET", "/status"),
  CREATE("POST", "/status"),
  UPDATE("PUT", "/status/{id}"),
  HEALTH("GET", "/healthz"),
  METRICS("GET", "/metrics"),
  OTHER("other", "other");

  private static final String ONE_PREFIX = "/status/";

  final String method;
  final String path;

  Route(String method, String path) {
    this.method = method;
    this.path = path;
  }

  /** The route of a request; every path and method that is none of the others is OTHER. */
  static Route of(String method, String path) {
    boolean one =
        path.length() > ONE_PREFIX.length()
            && path.startsWith(ONE_PREFIX)
            && path.indexOf('/', ONE_PREFIX.length()) < 0;
    return switch (method) {
      case "GET" ->
          one
              ? ONE
              : switch (path) {
                case "/status" -> BATCH;
                case "/healthz" -> HEALTH;
                case "/metrics" -> METRICS;
                default -> OTHER;
              };
      case "POST" -> path.equals("/status") ? CREATE : OTHER;
      case "PUT" -> one ? UPDATE : OTHER;
      default -> OTHER;
    };
  }
}
