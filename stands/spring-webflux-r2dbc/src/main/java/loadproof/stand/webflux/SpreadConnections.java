package loadproof.stand.webflux;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** New connections, each on the next event loop in turn. */
final class SpreadConnections implements ConnectionFactory {
  private final ConnectionFactory source;

  SpreadConnections(ConnectionFactory source) {
    this.source = source;
  }

  // One that is asked for on an event loop stays on that loop; a pool which makes one after the
  // other would have all of them on one.
  @Override
  public Mono<? extends Connection> create() {
    return Mono.from(source.create()).subscribeOn(Schedulers.boundedElastic());
  }

  @Override
  public ConnectionFactoryMetadata getMetadata() {
    return source.getMetadata();
  }
}
