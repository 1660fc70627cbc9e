package loadproof.stand;

import java.util.OptionalInt;

/** What the command line asks for; {@code workers} is empty where the stack chooses. */
public record Options(
    ListenAddress listen,
    DatabaseAddress database,
    int pool,
    int acquireTimeoutMs,
    OptionalInt workers) {
  public static final String HELP =
      """
      start --database postgresql://USER:PASSWORD@HOST:PORT/NAME [options]
        --listen ADDRESS:PORT     default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
        --pool N                  database connections, all made before ready (default 64)
        --acquire-timeout-ms N    longest wait for a connection, then 503 (default 5000)
        --workers N               threads that speak HTTP (Tomcat: default 200; Netty: by its own rule; virtual threads: none)
        --cpus LIST               run on these CPUs only, e.g. 0 or 0,2-3 (Linux)
        --die-with-parent         be killed when the thread that started this process ends (Linux)
      Of the VM, from the environment: STAND_JDK (newest or a major version), STAND_HEAP (512m),
      STAND_COLLECTOR (G1, Parallel, Serial, Z), STAND_PROCESSORS (2).
      """;

  /**
   * Parses {@code --name value} and {@code --name=value}.
   *
   * @throws Fault for an unknown option, or a value that it cannot have
   */
  public static Options parse(String[] arguments) {
    Draft draft = new Draft();
    Arguments.each(arguments, draft::take);
    return draft.whole();
  }

  private static final class Draft {
    private ListenAddress listen = ListenAddress.LOOPBACK;
    private DatabaseAddress database;
    private int pool = 64;
    private int acquireTimeoutMs = 5000;
    private OptionalInt workers = OptionalInt.empty();

    void take(String name, String value) {
      switch (name) {
        case "--listen" -> listen = ListenAddress.parse(Arguments.given(name, value));
        case "--database" ->
            database =
                DatabaseAddress.parse(
                    DatabaseAddress.Form.POSTGRESQL, Arguments.given(name, value));
        case "--pool" -> pool = Arguments.count(name, value, 1024);
        case "--acquire-timeout-ms" -> acquireTimeoutMs = Arguments.count(name, value, 600_000);
        case "--workers" -> workers = OptionalInt.of(Arguments.count(name, value, 10_000));
        default ->
            throw Fault.badInput(name + " is no option here. Cure: --help lists the options.");
      }
    }

    Options whole() {
      if (database == null) {
        throw Fault.badInput(
            "--database is missing. Cure: give postgresql://USER:PASSWORD@HOST:PORT/NAME.");
      }
      return new Options(listen, database, pool, acquireTimeoutMs, workers);
    }
  }
}
