package loadproof.stand;

import java.util.OptionalInt;

/** What the command line asks for; {@code workers} is empty where the stack chooses. */
public record Options(
    String listenAddress,
    int listenPort,
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
    for (int index = 0; index < arguments.length; index++) {
      String name = arguments[index];
      String value = null;
      int equals = name.indexOf('=');
      if (equals > 0) {
        value = name.substring(equals + 1);
        name = name.substring(0, equals);
      } else if (index + 1 < arguments.length) {
        value = arguments[index + 1];
        index++;
      }
      draft.take(name, value);
    }
    return draft.whole();
  }

  /** The address to listen on, as it was given. */
  public String listen() {
    return listening(listenPort);
  }

  /** {@code ADDRESS:PORT} with this port. */
  public String listening(int port) {
    String address = listenAddress.contains(":") ? "[" + listenAddress + "]" : listenAddress;
    return address + ":" + port;
  }

  private static final class Draft {
    private String address = "127.0.0.1";
    private int port;
    private DatabaseAddress database;
    private int pool = 64;
    private int acquireTimeoutMs = 5000;
    private OptionalInt workers = OptionalInt.empty();

    void take(String name, String value) {
      switch (name) {
        case "--listen" -> listen(given(name, value));
        case "--database" -> database = DatabaseAddress.parse(given(name, value));
        case "--pool" -> pool = count(name, given(name, value), 1024);
        case "--acquire-timeout-ms" -> acquireTimeoutMs = count(name, given(name, value), 600_000);
        case "--workers" -> workers = OptionalInt.of(count(name, given(name, value), 10_000));
        default ->
            throw Fault.badInput(name + " is no option here. Cure: --help lists the options.");
      }
    }

    Options whole() {
      if (database == null) {
        throw Fault.badInput(
            "--database is missing. Cure: give postgresql://USER:PASSWORD@HOST:PORT/NAME.");
      }
      return new Options(address, port, database, pool, acquireTimeoutMs, workers);
    }

    private void listen(String text) {
      int colon = text.lastIndexOf(':');
      try {
        port = Integer.parseInt(text.substring(colon + 1));
        address = text.substring(0, colon).replaceAll("^\\[(.*)\\]$", "$1");
        if (port >= 0 && port <= 65_535 && !address.isEmpty()) {
          return;
        }
      } catch (NumberFormatException | IndexOutOfBoundsException fault) {
        // Told below, with every other form that is none.
      }
      throw Fault.badInput(
          "--listen " + text + " is no address. Cure: ADDRESS:PORT, as 127.0.0.1:8080.");
    }

    private static String given(String name, String value) {
      if (value == null) {
        throw Fault.badInput(name + " has no value. Cure: --help lists the options.");
      }
      return value;
    }

    private static int count(String name, String text, int most) {
      try {
        int number = Integer.parseInt(text);
        if (number >= 1 && number <= most) {
          return number;
        }
      } catch (NumberFormatException fault) {
        // Told below.
      }
      throw Fault.badInput(
          name + " " + text + " is out of range. Cure: a whole number from 1 to " + most + ".");
    }
  }
}
