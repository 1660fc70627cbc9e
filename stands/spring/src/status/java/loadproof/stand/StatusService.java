package loadproof.stand;

import java.util.Map;
import java.util.function.Function;

/** The life of a status service on Spring: options, the look at the database, its log. */
public final class StatusService {
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
          ServiceLog.silence();
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
        ServiceLog::begin,
        () -> {},
        facts.rows());
  }
}
