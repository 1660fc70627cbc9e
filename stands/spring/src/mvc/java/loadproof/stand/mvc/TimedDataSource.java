package loadproof.stand.mvc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import loadproof.stand.PoolMetrics;

/**
 * A pool that measures each wait which ended with a connection; Hikari's tracker has the others
 * among them.
 */
public final class TimedDataSource extends HikariDataSource {
  private final PoolMetrics metrics;

  public TimedDataSource(HikariConfig config, PoolMetrics metrics) {
    super(config);
    this.metrics = metrics;
  }

  @Override
  public Connection getConnection() throws SQLException {
    long beginNs = System.nanoTime();
    Connection connection = super.getConnection();
    metrics.acquired(System.nanoTime() - beginNs);
    return connection;
  }
}
