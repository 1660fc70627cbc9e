package loadproof.stand.book;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import java.util.Map;
import loadproof.stand.MetricsBeans;
import loadproof.stand.Routes;
import loadproof.stand.SpringProcess;
import loadproof.stand.webflux.WebFluxBeans;
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

/** A book shop with three faults, each behind a switch: a leak, a lock and a pool too small. */
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
@Import({MetricsBeans.class, WebFluxBeans.class, BookController.class})
public class BookApplication {
  public static void main(String[] arguments) {
    SpringProcess.run(BookSettings.HELP, arguments, BookApplication::prepared);
  }

  private static SpringProcess.Service prepared(String[] arguments) {
    BookSettings settings = BookSettings.parse(arguments, System.getenv());
    BookLog.open(settings);
    return new SpringProcess.Service(
        BookApplication.class,
        settings.listen(),
        Map.of(),
        beans -> beans.registerBean(BookSettings.class, () -> settings),
        BookLog::begin,
        BookLog::close,
        BookService.BOOKS);
  }

  @Bean
  Routes routes() {
    return new BookRoutes();
  }

  @Bean
  BookService bookService(BookSettings settings, MeterRegistry registry) {
    BookService service = new BookService(settings);
    Gauge.builder("book.old.prices", service, BookService::oldPrices)
        .description("Prices kept that no book has any more.")
        .register(registry);
    new JvmThreadMetrics().bindTo(registry);
    return service;
  }

  @Bean
  BookThreads bookThreads(BookSettings settings, MeterRegistry registry) {
    return new BookThreads(settings, registry);
  }
}
