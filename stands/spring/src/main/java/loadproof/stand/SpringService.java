package loadproof.stand;

import java.net.BindException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The life of a stand on Spring: options, the look at the database, ready line, exit code. */
public final class SpringService {
  private static final Logger ROOT = Logger.getLogger("");

  // The one warns of every 404, which would be the most of the log and of its cost; the other of
  // threads that a stop does not wait for.
  private static final List<Logger> MUTED =
      List.of(
          Logger.getLogger("org.springframework.web.servlet.PageNotFound"),
          Logger.getLogger("org.apache.catalina.loader.WebappClassLoaderBase"));

  private SpringService() {}

  /**
   * Runs until a signal ends the process.
   *
   * @param look asks the database for its facts; throws {@link Fault}
   * @param properties what Spring is told beyond what every stand tells it
   */
  public static void run(
      Class<?> application,
      String[] arguments,
      Function<Options, DatabaseFacts> look,
      Function<Options, Map<String, Object>> properties) {
    if (arguments.length == 1 && arguments[0].matches("-h|--help")) {
      System.out.print(Options.HELP);
      return;
    }
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    // What fails in the start is thrown and told once, below.
    ROOT.setLevel(Level.OFF);
    MUTED.forEach(logger -> logger.setLevel(Level.OFF));
    Options options = null;
    try {
      options = Options.parse(arguments);
      DatabaseFacts facts = look.apply(options);
      facts.refuseTooLargePool(options);
      ConfigurableApplicationContext context =
          start(application, options, facts, properties.apply(options));
      log();
      StopSignals.listen(context::close);
      int port = ((WebServerApplicationContext) context).getWebServer().getPort();
      System.out.printf(
          "{\"listening\":\"%s\",\"rows\":%d}%n", options.listening(port), facts.rows());
    } catch (Throwable fault) {
      System.exit(tell(fault, options));
    }
  }

  // Not before the start: Tomcat gives the handlers a formatter of its own.
  private static void log() {
    for (Handler handler : ROOT.getHandlers()) {
      handler.setFormatter(new LogLine());
    }
    ROOT.setLevel(Level.WARNING);
  }

  private static ConfigurableApplicationContext start(
      Class<?> application, Options options, DatabaseFacts facts, Map<String, Object> properties) {
    SpringApplication spring = new SpringApplication(application);
    spring.setBannerMode(Banner.Mode.OFF);
    spring.setLogStartupInfo(false);
    spring.setRegisterShutdownHook(false);
    Map<String, Object> listen =
        Map.of("server.address", options.listenAddress(), "server.port", options.listenPort());
    spring.addInitializers(
        context -> {
          // Before the environment's variables, or SERVER_PORT would win over --listen.
          var sources = context.getEnvironment().getPropertySources();
          sources.addFirst(new MapPropertySource("stack", properties));
          sources.addFirst(new MapPropertySource("options", listen));
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(Options.class, () -> options);
          beans.registerBean(DatabaseFacts.class, () -> facts);
        });
    return spring.run();
  }

  /** Says on standard error why the service ends; returns the exit code. */
  private static int tell(Throwable fault, Options options) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof Fault known) {
        System.err.println(known.getMessage());
        return known.exitCode();
      }
      // Tomcat throws the system's fault bare where it is not that the port is taken.
      if (cause instanceof WebServerException || cause instanceof BindException) {
        System.err.println(
            "cannot listen on %s (%s). Cure: a free port of this machine, or port 0"
                .formatted(options.listen(), Fault.reason(cause)));
        return 2;
      }
    }
    fault.printStackTrace();
    return 1;
  }
}
