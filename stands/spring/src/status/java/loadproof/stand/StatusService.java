package loadproof.stand;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The life of a status service on Spring: options, the look at the database, its log. */
public final class StatusService {
  private static final Logger ROOT = Logger.getLogger("");

  // The one warns of every 404, which would be the most of the log and of its cost; the other of
  // threads that a stop does not wait for.
  private static final List<Logger> MUTED =
      List.of(
          Logger.getLogger("org.springframework.web.servlet.PageNotFound"),
          Logger.getLogger("org.apache.catalina.loader.WebappClassLoaderBase"));

  private StatusService() {}

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
    SpringProcess.run(
        Options.HELP,
        arguments,
        given -> {
          // What fails in the start is thrown and told once.
          ROOT.setLevel(Level.OFF);
          MUTED.forEach(logger -> logger.setLevel(Level.OFF));
          Options options = Options.parse(given);
          DatabaseFacts facts = look.apply(options);
          facts.refuseTooLargePool(options);
          return service(application, options, facts, properties.apply(options));
        });
  }

  private static SpringProcess.Service service(
      Class<?> application, Options options, DatabaseFacts facts, Map<String, Object> properties) {
    return new SpringProcess.Service(
        application,
        options.listen(),
        properties,
        beans -> {
          beans.registerBean(Options.class, () -> options);
          beans.registerBean(DatabaseFacts.class, () -> facts);
        },
        StatusService::log,
        () -> {},
        facts.rows());
  }

  // Not before the start: Tomcat gives the handlers a formatter of its own.
  private static void log() {
    for (Handler handler : ROOT.getHandlers()) {
      handler.setFormatter(new LogLine());
    }
    ROOT.setLevel(Level.WARNING);
  }
}
