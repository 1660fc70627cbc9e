package loadproof.stand.webflux;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.DatabaseFacts;
import loadproof.stand.Options;
import loadproof.stand.PoolMetrics;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** PostgreSQL over R2DBC: the look at it before the start, and the pool. */
final class R2dbcDatabase {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private R2dbcDatabase() {}

  /** Asks the database for its facts on a connection of its own. */
  static DatabaseFacts look(Options options) {
    Mono<DatabaseFacts> facts =
        Mono.usingWhen(
            source(options).create(),
            connection ->
                Flux.from(connection.createStatement(DatabaseFacts.QUERY).execute())
                    .flatMap(
                        result ->
                            result.map(
                                (row, metadata) ->
                                    new DatabaseFacts(
                                        row.get(0, Long.class), row.get(1, Integer.class))))
                    .single(),
            Connection::close);
    return answer(options, facts);
  }

  /** A pool of which every connection is made. */
  static ConnectionFactory pool(Options options, PoolMetrics metrics) {
    ConnectionPool pool =
        new ConnectionPool(
            ConnectionPoolConfiguration.builder(new SpreadConnections(source(options)))
                .initialSize(options.pool())
                .maxSize(options.pool())
                .maxAcquireTime(Duration.ofMillis(options.acquireTimeoutMs()))
                // It would wait as long again.
                .acquireRetry(0)
                .build());
    answer(options, pool.warmup());
    var state = pool.getMetrics().orElseThrow();
    metrics.show(
        state::allocatedSize, state::acquiredSize, state::idleSize, state::pendingAcquireSize);
    return new TimedConnections(pool, metrics);
  }

  private static <T> T answer(Options options, Mono<T> asked) {
    try {
      return asked.block(LONGEST_WAIT);
    } catch (R2dbcException fault) {
      throw DatabaseFacts.fault(options, fault.getSqlState(), fault);
    } catch (IllegalStateException late) {
      throw DatabaseFacts.fault(options, null, late);
    }
  }

  private static PostgresqlConnectionFactory source(Options options) {
    DatabaseAddress database = options.database();
    return new PostgresqlConnectionFactory(
        PostgresqlConnectionConfiguration.builder()
            .host(database.host())
            .port(database.port())
            .database(database.name())
            .username(database.user())
            .password(database.password())
            .build());
  }
}
