package loadproof.stand.mall;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.OptionalInt;
import loadproof.stand.Arguments;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.Fault;
import loadproof.stand.ListenAddress;

/** Options of the command line; {@code workers} is empty where Tomcat chooses. */
record MallSettings(
    ListenAddress listen,
    DatabaseAddress mysql,
    RedisAddress redis,
    int pool,
    int acquireTimeoutMs,
    OptionalInt workers) {
  static final String HELP =
      """
      start --mysql mysql://USER:PASSWORD@HOST:PORT/NAME --redis redis://HOST:PORT [options]
        --listen ADDRESS:PORT     default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
        --pool N                  connections to each of the two, all to MySQL made before ready (default 32)
        --acquire-timeout-ms N    longest wait for a connection, then 503 (default 5000)
        --workers N               threads that speak HTTP (default 200)
        --cpus LIST               run on these CPUs only, e.g. 0 or 0,2-3 (Linux)
        --die-with-parent         be killed when the thread that started this process ends (Linux)
      Of the VM, from the environment: STAND_JDK (newest or a major version), STAND_HEAP (512m),
      STAND_COLLECTOR (G1, Parallel, Serial, Z), STAND_PROCESSORS (2), STAND_AGENT (none, a jar),
      STAND_NATIVE_LIBRARIES (a directory for those that agents unpack).
      """;

  private static final DatabaseAddress.Form MYSQL =
      new DatabaseAddress.Form("--mysql", List.of("mysql", "mariadb"), 3306);

  /** Address of a Redis server. */
  record RedisAddress(String host, int port) {
    private static final int DEFAULT_PORT = 6379;

    static RedisAddress parse(String text) {
      try {
        URI uri = new URI(text);
        if ("redis".equals(uri.getScheme()) && uri.getHost() != null && uri.getUserInfo() == null) {
          return new RedisAddress(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
        }
      } catch (URISyntaxException fault) {
        // Reported below, with every other form that is none.
      }
      throw Fault.badInput("--redis is not of the form redis://HOST:PORT. Cure: give it so.");
    }

    /** {@code HOST:PORT}. */
    String place() {
      return host + ":" + port;
    }
  }

  /**
   * Parses {@code --name value} and {@code --name=value}.
   *
   * @throws Fault for an unknown option, or a value that it cannot have
   */
  static MallSettings parse(String[] arguments) {
    Draft draft = new Draft();
    Arguments.each(arguments, draft::take);
    return draft.whole();
  }

  private static final class Draft {
    private ListenAddress listen = ListenAddress.LOOPBACK;
    private DatabaseAddress mysql;
    private RedisAddress redis;
    private int pool = 32;
    private int acquireTimeoutMs = 5000;
    private OptionalInt workers = OptionalInt.empty();

    void take(String name, String value) {
      switch (name) {
        case "--listen" -> listen = ListenAddress.parse(Arguments.given(name, value));
        case "--mysql" -> mysql = DatabaseAddress.parse(MYSQL, Arguments.given(name, value));
        case "--redis" -> redis = RedisAddress.parse(Arguments.given(name, value));
        case "--pool" -> pool = Arguments.count(name, value, 1024);
        case "--acquire-timeout-ms" -> acquireTimeoutMs = Arguments.count(name, value, 600_000);
        case "--workers" -> workers = OptionalInt.of(Arguments.count(name, value, 10_000));
        default ->
            throw Fault.badInput(name + " is no option here. Cure: --help lists the options.");
      }
    }

    MallSettings whole() {
      if (mysql == null) {
        throw Fault.badInput("--mysql is missing. Cure: give " + MYSQL.example() + ".");
      }
      if (redis == null) {
        throw Fault.badInput("--redis is missing. Cure: give redis://HOST:PORT.");
      }
      return new MallSettings(listen, mysql, redis, pool, acquireTimeoutMs, workers);
    }
  }
}
