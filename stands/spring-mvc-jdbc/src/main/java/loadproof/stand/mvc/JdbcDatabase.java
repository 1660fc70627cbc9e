package loadproof.stand.mvc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.DatabaseFacts;
import loadproof.stand.Fault;
import loadproof.stand.Options;
import loadproof.stand.PoolMetrics;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL over JDBC: the look at it before the start, and the pool. */
final class JdbcDatabase {
  private static final long LONGEST_FILL_MS = 30_000;
  private static final long HIKARI_LEAST_TIMEOUT_MS = 250;

  private JdbcDatabase() {}

  /** Asks the database for its facts on a connection of its own. */
  static DatabaseFacts look(Options options) {
    try (Connection connection = source(options).getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(DatabaseFacts.QUERY)) {
      result.next();
      return new DatabaseFacts(result.getLong(1), result.getInt(2));
    } catch (SQLException fault) {
      throw DatabaseFacts.fault(options, fault.getSQLState(), fault);
    }
  }

  /** A pool of which every connection is made. */
  static HikariDataSource pool(Options options, PoolMetrics metrics) {
    // Read once, when Hikari's classes are loaded. Without the first a time-out below 250 ms would
    // be refused; the second makes the constructor wait until the pool is full.
    long floorMs = Math.min(HIKARI_LEAST_TIMEOUT_MS, options.acquireTimeoutMs());
    System.setProperty("com.zaxxer.hikari.timeoutMs.floor", String.valueOf(floorMs));
    System.setProperty("com.zaxxer.hikari.blockUntilFilled", "true");
    HikariConfig config = new HikariConfig();
    config.setDataSource(source(options));
    config.setMaximumPoolSize(options.pool());
    config.setConnectionTimeout(options.acquireTimeoutMs());
    config.setInitializationFailTimeout(LONGEST_FILL_MS);
    config.setMetricsTrackerFactory((name, statistics) -> new Tracker(metrics));
    try {
      HikariDataSource pool = new TimedDataSource(config, metrics);
      var state = pool.getHikariPoolMXBean();
      if (state.getTotalConnections() < options.pool()) {
        throw Fault.failure(
            "only %d of the %d connections to PostgreSQL at %s were made in %d s. Cure: see its log, or a smaller --pool"
                .formatted(
                    state.getTotalConnections(),
                    options.pool(),
                    options.database().place(),
                    LONGEST_FILL_MS / 1000));
      }
      metrics.show(
          state::getTotalConnections,
          state::getActiveConnections,
          state::getIdleConnections,
          state::getThreadsAwaitingConnection);
      return pool;
    } catch (PoolInitializationException fault) {
      String state = fault.getCause() instanceof SQLException cause ? cause.getSQLState() : null;
      throw DatabaseFacts.fault(options, state, fault);
    }
  }

  private static PGSimpleDataSource source(Options options) {
    DatabaseAddress database = options.database();
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {database.host().replaceAll("^\\[(.*)\\]$", "$1")});
    source.setPortNumbers(new int[] {database.port()});
    source.setDatabaseName(database.name());
    source.setUser(database.user());
    source.setPassword(database.password());
    return source;
  }

  private record Tracker(PoolMetrics metrics) implements IMetricsTracker {
    @Override
    public void recordConnectionTimeout() {
      metrics.timedOut();
    }
  }
}
