package loadproof.stand;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that every stand on Spring has. */
@Configuration(proxyBeanMethods = false)
public class SharedBeans {
  @Bean
  PrometheusMeterRegistry registry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    RuntimeMetrics.register(registry);
    return registry;
  }

  @Bean
  RequestMetrics requestMetrics(PrometheusMeterRegistry registry) {
    return new RequestMetrics(registry);
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
