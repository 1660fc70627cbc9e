package loadproof.stand.webflux;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.R2dbcTimeoutException;
import loadproof.stand.PoolMetrics;
import loadproof.stand.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** The connections of a pool; the wait for each is measured, as the pool itself does not. */
final class TimedConnections implements ConnectionFactory {
  private static final Logger LOG = LoggerFactory.getLogger("service");

  private final ConnectionPool pool;
  private final PoolMetrics metrics;

  TimedConnections(ConnectionPool pool, PoolMetrics metrics) {
    this.pool = pool;
    this.metrics = metrics;
  }

  @Override
  public Mono<Connection> create() {
    return Mono.defer(
        () -> {
          long beginNs = System.nanoTime();
          return pool.create()
              // One that died while it was idle is replaced.
              .onErrorResume(fault -> !timedOut(fault), fault -> pool.create())
              .doOnNext(connection -> metrics.acquired(System.nanoTime() - beginNs))
              .onErrorMap(this::refusal);
        });
  }

  @Override
  public ConnectionFactoryMetadata getMetadata() {
    return pool.getMetadata();
  }

  private Throwable refusal(Throwable fault) {
    if (timedOut(fault)) {
      metrics.timedOut();
    } else {
      LOG.warn("no connection: {}", fault.getMessage());
    }
    return Refusal.noConnection();
  }

  private static boolean timedOut(Throwable fault) {
    return fault instanceof R2dbcTimeoutException;
  }
}
