package loadproof.stand.webflux;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** What every stand on WebFlux has. */
@Configuration(proxyBeanMethods = false)
@Import({ServiceController.class, Refusals.class, RequestFilter.class})
public class WebFluxBeans implements WebFluxConfigurer {
  // Its own would have a stop last 2 s, in case somebody has work for the loops yet.
  @Bean
  ReactorResourceFactory loops() {
    ReactorResourceFactory loops = new ReactorResourceFactory();
    loops.setShutdownQuietPeriod(Duration.ZERO);
    return loops;
  }

  // Answers are JSON, whatever a request accepts.
  @Override
  public void configureContentTypeResolver(RequestedContentTypeResolverBuilder builder) {
    builder.fixedResolver(MediaType.APPLICATION_JSON);
  }
}
