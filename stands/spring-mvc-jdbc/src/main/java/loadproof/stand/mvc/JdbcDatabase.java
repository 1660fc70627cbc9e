package loadproof.stand.mvc;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.DatabaseFacts;
import loadproof.stand.Options;
import loadproof.stand.PoolMetrics;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL over JDBC: the look at it before the start, and the pool. */
final class JdbcDatabase {
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
    String server = "PostgreSQL at " + options.database().place();
    try {
      return new FilledPool(source(options), server, options.pool(), options.acquireTimeoutMs())
          .open(metrics);
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
}
