package loadproof.stand;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The metrics that every stand on Spring has. */
@Configuration(proxyBeanMethods = false)
public class MetricsBeans {
  @Bean
  PrometheusMeterRegistry registry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    RuntimeMetrics.register(registry);
    return registry;
  }

  @Bean
  RequestMetrics requestMetrics(PrometheusMeterRegistry registry, Routes routes) {
    return new RequestMetrics(registry, routes);
  }
}
