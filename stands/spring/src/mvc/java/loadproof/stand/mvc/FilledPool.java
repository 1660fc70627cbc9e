package loadproof.stand.mvc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import javax.sql.DataSource;
import loadproof.stand.Fault;
import loadproof.stand.PoolMetrics;

/**
 * A pool of which every connection is made before the service is ready.
 *
 * @param source makes the connections
 * @param server name and address of the database, for messages
 */
public record FilledPool(DataSource source, String server, int size, int acquireTimeoutMs) {
  private static final long LONGEST_FILL_MS = 30_000;
  private static final long HIKARI_LEAST_TIMEOUT_MS = 250;

  /**
   * Opens the pool and shows its state in {@code metrics}.
   *
   * @throws Fault when connections are missing after 30 s
   * @throws com.zaxxer.hikari.pool.HikariPool.PoolInitializationException when the database refuses
   */
  public HikariDataSource open(PoolMetrics metrics) {
    // Read once, when Hikari's classes are loaded. Without the first a time-out below 250 ms would
    // be refused; the second makes the constructor wait until the pool is full.
    long floorMs = Math.min(HIKARI_LEAST_TIMEOUT_MS, acquireTimeoutMs);
    System.setProperty("com.zaxxer.hikari.timeoutMs.floor", String.valueOf(floorMs));
    System.setProperty("com.zaxxer.hikari.blockUntilFilled", "true");
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(acquireTimeoutMs);
    config.setInitializationFailTimeout(LONGEST_FILL_MS);
    config.setMetricsTrackerFactory((name, statistics) -> new Tracker(metrics));
    HikariDataSource pool = new TimedDataSource(config, metrics);
    var state = pool.getHikariPoolMXBean();
    if (state.getTotalConnections() < size) {
      throw Fault.failure(
          "only %d of the %d connections to %s were made in %d s. Cure: see its log, or a smaller --pool"
              .formatted(state.getTotalConnections(), size, server, LONGEST_FILL_MS / 1000));
    }
    metrics.show(
        state::getTotalConnections,
        state::getActiveConnections,
        state::getIdleConnections,
        state::getThreadsAwaitingConnection);
    return pool;
  }

  private record Tracker(PoolMetrics metrics) implements IMetricsTracker {
    @Override
    public void recordConnectionTimeout() {
      metrics.timedOut();
    }
  }
}
