package loadproof.stand;

/** What the database says of itself before the service starts. */
public record DatabaseFacts(long rows, int freeConnections) {
  /** Rows of the table, and how many connections the server has left for this one's pool. */
  public static final String QUERY =
      """
      SELECT (SELECT count(*) FROM status),
             current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0)
             - (SELECT count(*)::int FROM pg_stat_activity
                 WHERE datid IS NOT NULL AND usesysid IS NOT NULL AND pid <> pg_backend_pid())""";

  private static final String NO_CONNECTION_LEFT = "53300";
  private static final String NO_TABLE = "42P01";

  /**
   * Checks the pool against what the database allows.
   *
   * @throws Fault when the pool is larger
   */
  public void refuseTooLargePool(Options options) {
    if (options.pool() > freeConnections) {
      throw tooLarge(options, String.valueOf(freeConnections));
    }
  }

  /** The fault of a database that did not answer as it should; {@code sqlState} may be null. */
  public static Fault fault(Options options, String sqlState, Throwable cause) {
    String place = options.database().place();
    if (NO_CONNECTION_LEFT.equals(sqlState)) {
      return tooLarge(options, "few");
    }
    if (NO_TABLE.equals(sqlState)) {
      return Fault.failure(
          "database %s at %s has no table status. Cure: make it with stands/postgres, or correct --database"
              .formatted(options.database().name(), place));
    }
    return Fault.failure(
        "cannot reach PostgreSQL at %s (%s). Cure: start it, or correct --database"
            .formatted(place, Fault.reason(cause)));
  }

  private static Fault tooLarge(Options options, String allowed) {
    return Fault.failure(
        "the pool of %d is larger than the %s connections that PostgreSQL at %s allows. Cure: a smaller --pool, or more max_connections"
            .formatted(options.pool(), allowed, options.database().place()));
  }
}
