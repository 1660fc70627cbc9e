package loadproof.stand.depot;

import java.nio.file.Path;
import java.util.OptionalInt;
import loadproof.stand.Arguments;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.Fault;
import loadproof.stand.ListenAddress;

/**
 * Options of the command line; {@code workers} is empty where Tomcat chooses.
 *
 * @param blobs directory of the blob store
 * @param mostUploadMib largest upload, MiB
 * @param yumDelayMs time from an upload of a package to the start of the repodata's rebuild
 */
public record DepotSettings(
    ListenAddress listen,
    DatabaseAddress database,
    Path blobs,
    int pool,
    int acquireTimeoutMs,
    OptionalInt workers,
    int mostUploadMib,
    int yumDelayMs) {
  static final String HELP =
      """
      start --database postgresql://USER:PASSWORD@HOST:PORT/NAME --blobs DIRECTORY [options]
        --listen ADDRESS:PORT     default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
        --pool N                  database connections, all made before ready (default 32)
        --acquire-timeout-ms N    longest wait for a connection, then 503 (default 5000)
        --workers N               threads that speak HTTP (default 200)
        --most-upload-mib N       largest upload, then 413 (default 512)
        --yum-delay-ms N          from an upload to a yum repository until its repodata is rebuilt (default 1000)
        --cpus LIST               run on these CPUs only, e.g. 0 or 0,2-3 (Linux)
        --die-with-parent         be killed when the thread that started this process ends (Linux)
      Database and blobs are made by stands/depot/reset.
      Of the VM, from the environment: STAND_JDK (newest or a major version), STAND_HEAP (512m),
      STAND_COLLECTOR (G1, Parallel, Serial, Z), STAND_PROCESSORS (2).
      """;

  /** Bytes of the largest upload. */
  public long mostUploadBytes() {
    return (long) mostUploadMib << 20;
  }

  /**
   * Parses {@code --name value} and {@code --name=value}.
   *
   * @throws Fault for an unknown option, or a value that it cannot have
   */
  static DepotSettings parse(String[] arguments) {
    Draft draft = new Draft();
    Arguments.each(arguments, draft::take);
    return draft.whole();
  }

  private static final class Draft {
    private ListenAddress listen = ListenAddress.LOOPBACK;
    private DatabaseAddress database;
    private Path blobs;
    private int pool = 32;
    private int acquireTimeoutMs = 5000;
    private OptionalInt workers = OptionalInt.empty();
    private int mostUploadMib = 512;
    private int yumDelayMs = 1000;

    void take(String name, String value) {
      switch (name) {
        case "--listen" -> listen = ListenAddress.parse(Arguments.given(name, value));
        case "--database" ->
            database =
                DatabaseAddress.parse(
                    DatabaseAddress.Form.POSTGRESQL, Arguments.given(name, value));
        case "--blobs" -> blobs = Path.of(Arguments.given(name, value)).toAbsolutePath();
        case "--pool" -> pool = Arguments.count(name, value, 1024);
        case "--acquire-timeout-ms" -> acquireTimeoutMs = Arguments.count(name, value, 600_000);
        case "--workers" -> workers = OptionalInt.of(Arguments.count(name, value, 10_000));
        case "--most-upload-mib" -> mostUploadMib = Arguments.count(name, value, 65_536);
        case "--yum-delay-ms" -> yumDelayMs = Arguments.number(name, value, 0, 600_000);
        default ->
            throw Fault.badInput(name + " is no option here. Cure: --help lists the options.");
      }
    }

    DepotSettings whole() {
      if (database == null) {
        throw Fault.badInput(
            "--database is missing. Cure: give postgresql://USER:PASSWORD@HOST:PORT/NAME.");
      }
      if (blobs == null) {
        throw Fault.badInput("--blobs is missing. Cure: give the directory of the blob store.");
      }
      return new DepotSettings(
          listen, database, blobs, pool, acquireTimeoutMs, workers, mostUploadMib, yumDelayMs);
    }
  }
}
