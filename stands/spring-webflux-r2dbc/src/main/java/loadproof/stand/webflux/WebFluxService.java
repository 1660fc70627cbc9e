package loadproof.stand.webflux;

import io.r2dbc.spi.ConnectionFactory;
import java.util.Map;
import loadproof.stand.Options;
import loadproof.stand.PoolMetrics;
import loadproof.stand.StatusBeans;
import loadproof.stand.StatusService;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.http.codec.CodecsAutoConfiguration;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.web.embedded.EmbeddedWebServerFactoryCustomizerAutoConfiguration;
import org.springframework.boot.autoconfigure.web.reactive.HttpHandlerAutoConfiguration;
import org.springframework.boot.autoconfigure.web.reactive.ReactiveWebServerFactoryAutoConfiguration;
import org.springframework.boot.autoconfigure.web.reactive.WebFluxAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Hooks;

/** The status service on Spring WebFlux and R2DBC: no thread waits. */
// The configurations that it needs and no others: each one looked at costs start time.
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  JacksonAutoConfiguration.class,
  CodecsAutoConfiguration.class,
  EmbeddedWebServerFactoryCustomizerAutoConfiguration.class,
  ReactiveWebServerFactoryAutoConfiguration.class,
  HttpHandlerAutoConfiguration.class,
  WebFluxAutoConfiguration.class
})
@Import({
  StatusBeans.class,
  WebFluxBeans.class,
  StatusController.class,
  QueryFailures.class,
  StatusTable.class
})
public class WebFluxService {
  public static void main(String[] arguments) {
    // A statement that fails after its client has left: a stack trace for each would be the log.
    Hooks.onErrorDropped(fault -> {});
    StatusService.run(
        WebFluxService.class, arguments, R2dbcDatabase::look, WebFluxService::properties);
  }

  @Bean
  ConnectionFactory connections(Options options, PoolMetrics metrics) {
    return R2dbcDatabase.pool(options, metrics);
  }

  @Bean
  DatabaseClient databaseClient(ConnectionFactory connections) {
    return DatabaseClient.create(connections);
  }

  private static Map<String, Object> properties(Options options) {
    // Reactor reads it when it makes its event loops, which is after this.
    options
        .workers()
        .ifPresent(count -> System.setProperty("reactor.netty.ioWorkerCount", "" + count));
    return Map.of();
  }
}
