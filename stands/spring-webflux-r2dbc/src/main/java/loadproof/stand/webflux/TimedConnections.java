package loadproof.stand.webflux;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import loadproof.stand.PoolMetrics;
import loadproof.stand.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** The connections of a pool; the wait for each is measured and bounded. */
final class TimedConnections implements ConnectionFactory {
  private static final Logger LOG = LoggerFactory.getLogger("service");

  private final ConnectionPool pool;
  private final Duration longestWait;
  private final PoolMetrics metrics;

  // The pool's own bound would hold while it is filled too, which a busy machine takes longer for.
  TimedConnections(ConnectionPool pool, Duration longestWait, PoolMetrics metrics) {
    this.pool = pool;
    this.longestWait = longestWait;
    this.metrics = metrics;
  }

  @Override
  public Mono<Connection> create() {
    return Mono.defer(
        () -> {
          long beginNs = System.nanoTime();
          return pool.create()
              .timeout(longestWait)
              .doOnNext(connection -> metrics.acquired(System.nanoTime() - beginNs))
              .onErrorMap(this::refusal);
        });
  }

  @Override
  public ConnectionFactoryMetadata getMetadata() {
    return pool.getMetadata();
  }

  private Throwable refusal(Throwable fault) {
    if (fault instanceof TimeoutException) {
      metrics.timedOut();
    } else {
      LOG.warn("no connection: {}", fault.getMessage());
    }
    return Refusal.noConnection();
  }
}
