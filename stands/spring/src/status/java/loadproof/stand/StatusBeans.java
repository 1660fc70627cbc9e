package loadproof.stand;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that every status service on Spring has. */
@Configuration(proxyBeanMethods = false)
@Import(MetricsBeans.class)
public class StatusBeans {
  @Bean
  Routes routes() {
    return new StatusRoutes();
  }

  @Bean
  PoolMetrics poolMetrics(PrometheusMeterRegistry registry) {
    return new PoolMetrics(registry);
  }

  @Bean
  StatusRows statusRows(DatabaseFacts facts, PrometheusMeterRegistry registry) {
    return new StatusRows(facts, registry);
  }
}
