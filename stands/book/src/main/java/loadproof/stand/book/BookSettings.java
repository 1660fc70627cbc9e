package loadproof.stand.book;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import loadproof.stand.Arguments;
import loadproof.stand.Fault;
import loadproof.stand.ListenAddress;

/**
 * What the command line and the environment ask for.
 *
 * @param logFile where the log goes; empty for standard error
 * @param logWriteUs how long the device of the log takes for each write
 * @param storeUs how long an operation waits for the store
 */
record BookSettings(
    ListenAddress listen,
    boolean memoryLeakEnabled,
    boolean logAsynchronous,
    String logFile,
    int logWriteUs,
    int threads,
    int queue,
    int storeUs) {
  static final String HELP =
      """
      start [options]
        --listen ADDRESS:PORT         default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
        --memory.leak.enabled BOOL    whether old prices are kept for ever (default true)
        --log.asynchronous BOOL       whether a thread of its own writes the log (default false)
        --log.file PATH               where the log goes (default: standard error)
        --log.write.us N              microseconds that its device takes for a write (default 370)
        --book.threads N              threads that work on requests, BookThread-1 and on (default 8)
        --book.queue N                requests that may wait for one, then 503 (default 200)
        --book.store.us N             microseconds that an operation waits for the store (default 4000)
        --cpus LIST                   run on these CPUs only, e.g. 0 or 0,2-3 (Linux)
        --die-with-parent             be killed when the thread that started this process ends (Linux)
      All but --listen and the last two may come from the environment instead, as MEMORY_LEAK_ENABLED.
      Of the VM, from the environment: STAND_JDK (newest or a major version), STAND_HEAP (512m),
      STAND_COLLECTOR (G1, Parallel, Serial, Z), STAND_PROCESSORS (2).
      """;

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "memory.leak.enabled", "true",
          "log.asynchronous", "false",
          "log.file", "",
          "log.write.us", "370",
          "book.threads", "8",
          "book.queue", "200",
          "book.store.us", "4000");
  private static final int LONGEST_WAIT_US = 10_000_000;
  private static final int MOST_THREADS = 1024;
  private static final int LONGEST_QUEUE = 1_000_000;

  /**
   * Reads {@code --name value} and {@code --name=value}, then the environment.
   *
   * @throws Fault for an unknown option, or a value that it cannot have
   */
  static BookSettings parse(String[] arguments, Map<String, String> environment) {
    Map<String, String> given = new HashMap<>();
    Arguments.each(
        arguments,
        (name, value) -> {
          if (!name.equals("--listen") && !isSetting(name)) {
            throw Fault.badInput(name + " is no option here. Cure: --help lists the options.");
          }
          given.put(name, Arguments.given(name, value));
        });
    Source source = new Source(given, environment);
    String listen = given.get("--listen");
    return new BookSettings(
        listen == null ? ListenAddress.LOOPBACK : ListenAddress.parse(listen),
        source.bool("memory.leak.enabled"),
        source.bool("log.asynchronous"),
        source.text("log.file").value(),
        source.number("log.write.us", 0, LONGEST_WAIT_US),
        source.number("book.threads", 1, MOST_THREADS),
        source.number("book.queue", 1, LONGEST_QUEUE),
        source.number("book.store.us", 0, LONGEST_WAIT_US));
  }

  private static boolean isSetting(String option) {
    return option.startsWith("--") && DEFAULTS.containsKey(option.substring(2));
  }

  /** A value, and what whoever gave it calls it. */
  private record Given(String name, String value) {}

  private record Source(Map<String, String> options, Map<String, String> environment) {
    Given text(String setting) {
      String option = "--" + setting;
      String variable = setting.replace('.', '_').toUpperCase(Locale.ROOT);
      if (options.containsKey(option)) {
        return new Given(option, options.get(option));
      }
      if (environment.containsKey(variable)) {
        return new Given(variable, environment.get(variable));
      }
      return new Given(option, DEFAULTS.get(setting));
    }

    boolean bool(String setting) {
      Given given = text(setting);
      return switch (given.value) {
        case "true" -> true;
        case "false" -> false;
        default ->
            throw Fault.badInput(
                "%s %s is neither. Cure: true or false.".formatted(given.name, given.value));
      };
    }

    int number(String setting, int least, int most) {
      Given given = text(setting);
      return Arguments.number(given.name, given.value, least, most);
    }
  }
}
