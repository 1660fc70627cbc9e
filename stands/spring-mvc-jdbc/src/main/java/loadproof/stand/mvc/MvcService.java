package loadproof.stand.mvc;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import loadproof.stand.Options;
import loadproof.stand.PoolMetrics;
import loadproof.stand.StatusBeans;
import loadproof.stand.StatusService;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.http.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.web.embedded.EmbeddedWebServerFactoryCustomizerAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** The status service on Spring MVC and JDBC: a thread waits while the database works. */
// The configurations that it needs and no others: each one looked at costs start time.
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  JacksonAutoConfiguration.class,
  HttpMessageConvertersAutoConfiguration.class,
  EmbeddedWebServerFactoryCustomizerAutoConfiguration.class,
  ServletWebServerFactoryAutoConfiguration.class,
  DispatcherServletAutoConfiguration.class,
  WebMvcAutoConfiguration.class
})
@Import({
  VirtualThreads.class,
  StatusBeans.class,
  MvcBeans.class,
  StatusController.class,
  StatusTable.class
})
public class MvcService {
  public static void main(String[] arguments) {
    StatusService.run(MvcService.class, arguments, JdbcDatabase::look, MvcService::properties);
  }

  @Bean
  HikariDataSource dataSource(Options options, PoolMetrics metrics) {
    return JdbcDatabase.pool(options, metrics);
  }

  @Bean
  JdbcTemplate jdbcTemplate(HikariDataSource dataSource) {
    return new JdbcTemplate(dataSource);
  }

  private static Map<String, Object> properties(Options options) {
    return Map.of("server.tomcat.threads.max", options.workers().orElse(200));
  }
}
