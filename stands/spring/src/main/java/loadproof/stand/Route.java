package loadproof.stand;

/** What requests are told apart by in the metrics; each is itself alone, as the key of a map. */
public final class Route {
  public static final Route HEALTH = new Route("GET", "/healthz");
  public static final Route METRICS = new Route("GET", "/metrics");

  /** Every path and method that is none of the others. */
  public static final Route OTHER = new Route("other", "other");

  final String method;
  final String path;

  public Route(String method, String path) {
    this.method = method;
    this.path = path;
  }
}
