package loadproof.stand.depot;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.Fault;
import loadproof.stand.MetricsBeans;
import loadproof.stand.PoolMetrics;
import loadproof.stand.Routes;
import loadproof.stand.ServiceLog;
import loadproof.stand.SpringProcess;
import loadproof.stand.depot.admin.AdminControllers;
import loadproof.stand.depot.admin.Tasks;
import loadproof.stand.depot.formats.YumRepodata;
import loadproof.stand.depot.http.RepositoryControllers;
import loadproof.stand.depot.search.SearchControllers;
import loadproof.stand.mvc.FilledPool;
import loadproof.stand.mvc.MvcBeans;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.http.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.web.embedded.EmbeddedWebServerFactoryCustomizerAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A repository of artifacts: Maven, npm, NuGet, PyPI, yum and raw, with the API of Nexus 3. */
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
  DepotBeans.class,
  DepotRefusals.class,
  RepositoryControllers.class,
  SearchControllers.class,
  AdminControllers.class
})
public class DepotApplication {
  private static final String NO_TABLE = "42P01";

  private final YumRepodata repodata;
  private final Tasks tasks;

  DepotApplication(YumRepodata repodata, Tasks tasks) {
    this.repodata = repodata;
    this.tasks = tasks;
  }

  public static void main(String[] arguments) {
    SpringProcess.run(DepotSettings.HELP, arguments, DepotApplication::prepared);
  }

  private static SpringProcess.Service prepared(String[] arguments) {
    ServiceLog.silence();
    DepotSettings settings = DepotSettings.parse(arguments);
    long artifacts = artifacts(settings);
    return new SpringProcess.Service(
        DepotApplication.class,
        settings.listen(),
        Map.of("server.tomcat.threads.max", settings.workers().orElse(200)),
        beans -> beans.registerBean(DepotSettings.class, () -> settings),
        ServiceLog::begin,
        () -> {},
        artifacts);
  }

  /** Counts the files, on a connection of its own. */
  private static long artifacts(DepotSettings settings) {
    try (Connection connection = source(settings.database()).getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM asset")) {
      result.next();
      return result.getLong(1);
    } catch (SQLException fault) {
      throw unusable(settings, fault.getSQLState(), fault);
    }
  }

  /** A source of connections to a database. */
  public static PGSimpleDataSource source(DatabaseAddress database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {database.host().replaceAll("^\\[(.*)\\]$", "$1")});
    source.setPortNumbers(new int[] {database.port()});
    source.setDatabaseName(database.name());
    source.setUser(database.user());
    source.setPassword(database.password());
    return source;
  }

  private static Fault unusable(DepotSettings settings, String state, Throwable cause) {
    DatabaseAddress database = settings.database();
    if (NO_TABLE.equals(state)) {
      return Fault.failure(
          "database %s at %s is none of a depot. Cure: make it with stands/depot/reset, or correct --database"
              .formatted(database.name(), database.place()));
    }
    return Fault.failure(
        "cannot use PostgreSQL at %s (%s). Cure: start it and make the database (stands/depot/reset), a smaller --pool, or correct --database"
            .formatted(database.place(), Fault.reason(cause)));
  }

  @Bean
  static Routes routes() {
    return new DepotRoutes();
  }

  @Bean
  static PoolMetrics poolMetrics(MeterRegistry registry) {
    return new PoolMetrics(registry);
  }

  @Bean
  static HikariDataSource dataSource(DepotSettings settings, PoolMetrics metrics) {
    String server = "PostgreSQL at " + settings.database().place();
    try {
      return new FilledPool(
              source(settings.database()), server, settings.pool(), settings.acquireTimeoutMs())
          .open(metrics);
    } catch (PoolInitializationException fault) {
      throw unusable(settings, null, fault);
    }
  }

  @Bean
  static JdbcClient jdbcClient(DataSource dataSource) {
    return JdbcClient.create(dataSource);
  }

  @Bean
  static TransactionTemplate transactions(DataSource dataSource) {
    return new TransactionTemplate(new JdbcTransactionManager(dataSource));
  }

  /** npm writes the slash in a name as %2F. */
  @Bean
  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSlashes() {
    return factory ->
        factory.addConnectorCustomizers(
            connector ->
                connector.setEncodedSolidusHandling(EncodedSolidusHandling.DECODE.getValue()));
  }

  @EventListener
  void begin(ServletWebServerInitializedEvent event) {
    repodata.resume();
    tasks.begin();
  }
}
