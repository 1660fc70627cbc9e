package loadproof.stand.webflux;

import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.Map;
import loadproof.stand.Options;
import loadproof.stand.PoolMetrics;
import loadproof.stand.SharedBeans;
import loadproof.stand.SpringService;
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
import org.springframework.http.MediaType;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;
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
  SharedBeans.class,
  StatusController.class,
  ServiceController.class,
  Refusals.class,
  RequestFilter.class,
  StatusTable.class
})
public class WebFluxService implements WebFluxConfigurer {
  public static void main(String[] arguments) {
    // A statement that fails after its client has left: a stack trace for each would be the log.
    Hooks.onErrorDropped(fault -> {});
    SpringService.run(
        WebFluxService.class, arguments, R2dbcDatabase::look, WebFluxService::properties);
  }

  // Its own would have a stop last 2 s, in case somebody has work for the loops yet.
  @Bean
  ReactorResourceFactory loops() {
    ReactorResourceFactory loops = new ReactorResourceFactory();
    loops.setShutdownQuietPeriod(Duration.ZERO);
    return loops;
  }

  @Bean
  ConnectionFactory connections(Options options, PoolMetrics metrics) {
    return R2dbcDatabase.pool(options, metrics);
  }

  @Bean
  DatabaseClient databaseClient(ConnectionFactory connections) {
    return DatabaseClient.create(connections);
  }

  // Answers are JSON, whatever a request accepts.
  @Override
  public void configureContentTypeResolver(RequestedContentTypeResolverBuilder builder) {
    builder.fixedResolver(MediaType.APPLICATION_JSON);
  }

  private static Map<String, Object> properties(Options options) {
    // Reactor reads it when it makes its event loops, which is after this.
    options
        .workers()
        .ifPresent(count -> System.setProperty("reactor.netty.ioWorkerCount", "" + count));
    return Map.of();
  }
}
