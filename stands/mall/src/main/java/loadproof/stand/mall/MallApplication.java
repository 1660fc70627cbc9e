package loadproof.stand.mall;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.Fault;
import loadproof.stand.MetricsBeans;
import loadproof.stand.PoolMetrics;
import loadproof.stand.Routes;
import loadproof.stand.ServiceLog;
import loadproof.stand.SpringProcess;
import loadproof.stand.mvc.FilledPool;
import loadproof.stand.mvc.MvcBeans;
import org.mariadb.jdbc.MariaDbDataSource;
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
import org.springframework.jdbc.core.simple.JdbcClient;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.exceptions.JedisException;

/** The shopping mall of the study: half of the requests go to MySQL, half to Redis. */
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
  MetricsBeans.class,
  MvcBeans.class,
  MallController.class,
  MySqlStatements.class,
  RedisCommands.class,
  RedisRefusals.class
})
public class MallApplication {
  public static void main(String[] arguments) {
    SpringProcess.run(MallSettings.HELP, arguments, MallApplication::prepared);
  }

  private static SpringProcess.Service prepared(String[] arguments) {
    ServiceLog.silence();
    MallSettings settings = MallSettings.parse(arguments);
    long products = products(settings);
    return new SpringProcess.Service(
        MallApplication.class,
        settings.listen(),
        Map.of("server.tomcat.threads.max", settings.workers().orElse(200)),
        beans -> beans.registerBean(MallSettings.class, () -> settings),
        ServiceLog::begin,
        () -> {},
        products);
  }

  /** Counts the products, on a connection of its own. */
  private static long products(MallSettings settings) {
    try (Connection connection = source(settings).getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM product")) {
      result.next();
      return result.getLong(1);
    } catch (SQLException fault) {
      throw unreachable(settings, fault);
    }
  }

  private static MariaDbDataSource source(MallSettings settings) {
    DatabaseAddress address = settings.mysql();
    try {
      MariaDbDataSource source =
          new MariaDbDataSource("jdbc:mariadb://%s/%s".formatted(address.place(), address.name()));
      source.setUser(address.user());
      source.setPassword(address.password());
      return source;
    } catch (SQLException fault) {
      throw unreachable(settings, fault);
    }
  }

  private static Fault unreachable(MallSettings settings, Throwable cause) {
    return Fault.failure(
        "cannot use MySQL at %s (%s). Cure: start it and fill it (stands/mariadb), a smaller --pool, or correct --mysql"
            .formatted(settings.mysql().place(), Fault.reason(cause)));
  }

  @Bean
  Routes routes() {
    return new MallRoutes();
  }

  @Bean
  PoolMetrics poolMetrics(MeterRegistry registry) {
    return new PoolMetrics(registry);
  }

  @Bean
  HikariDataSource dataSource(MallSettings settings, PoolMetrics metrics) {
    String server = "MySQL at " + settings.mysql().place();
    try {
      return new FilledPool(source(settings), server, settings.pool(), settings.acquireTimeoutMs())
          .open(metrics);
    } catch (PoolInitializationException fault) {
      throw unreachable(settings, fault);
    }
  }

  @Bean
  JdbcClient jdbcClient(HikariDataSource dataSource) {
    return JdbcClient.create(dataSource);
  }

  @Bean(destroyMethod = "close")
  JedisPooled redis(MallSettings settings) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(settings.pool());
    pool.setMaxIdle(settings.pool());
    pool.setMaxWait(Duration.ofMillis(settings.acquireTimeoutMs()));
    pool.setJmxEnabled(false);
    MallSettings.RedisAddress address = settings.redis();
    JedisPooled redis =
        new JedisPooled(
            pool,
            new HostAndPort(address.host(), address.port()),
            DefaultJedisClientConfig.builder().build());
    try {
      redis.ping();
    } catch (JedisException fault) {
      throw Fault.failure(
          "cannot use Redis at %s (%s). Cure: start it (stands/redis), or correct --redis"
              .formatted(address.place(), Fault.reason(fault)));
    }
    return redis;
  }
}
