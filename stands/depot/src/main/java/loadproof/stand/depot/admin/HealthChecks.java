package loadproof.stand.depot.admin;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import loadproof.stand.Fault;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Settings;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The checks of {@code /status/check}, made anew for each request: the blob store is walked and
 * written to, and the password that everybody knows is tried.
 */
public final class HealthChecks {
  private static final long FEWEST_DESCRIPTORS = 1024;
  private static final int FEWEST_PROCESSORS = 2;

  private final JdbcClient jdbc;
  private final BlobStore blobs;
  private final Settings settings;
  private final Authenticator authenticator;
  private final ReadOnlyState readOnly;
  private final Tasks tasks;

  public HealthChecks(
      JdbcClient jdbc,
      BlobStore blobs,
      Settings settings,
      Authenticator authenticator,
      ReadOnlyState readOnly,
      Tasks tasks) {
    this.jdbc = jdbc;
    this.blobs = blobs;
    this.settings = settings;
    this.authenticator = authenticator;
    this.readOnly = readOnly;
    this.tasks = tasks;
  }

  /** Result of a check; {@code duration} in milliseconds. */
  public record Result(boolean healthy, String message, String error, long duration) {}

  private interface Check {
    /** Returns null where all is well, or what is not. */
    String run() throws IOException;
  }

  /** Runs all checks. */
  public Map<String, Result> run() {
    Map<String, Result> results = new LinkedHashMap<>();
    add(results, "Available CPUs", HealthChecks::processors);
    add(results, "Blob Stores Quota", this::quota);
    add(results, "Blob Stores Ready", this::writable);
    add(results, "Default Admin Credentials", this::defaultPassword);
    add(results, "File Descriptors", HealthChecks::descriptors);
    add(
        results,
        "Read-Only Detector",
        () -> readOnly.isFrozen() ? "the service is read-only" : null);
    add(results, "Scheduler", () -> tasks.isAlive() ? null : "tasks do not run");
    add(results, "Thread Deadlock Detector", HealthChecks::deadlock);
    add(results, "Transactions", this::transactions);
    return results;
  }

  private static void add(Map<String, Result> results, String name, Check check) {
    long beginNs = System.nanoTime();
    String found;
    String error = null;
    try {
      found = check.run();
    } catch (IOException | RuntimeException fault) {
      found = "the check failed";
      error = Fault.reason(fault);
    }
    long ms = (System.nanoTime() - beginNs) / 1_000_000;
    results.put(name, new Result(found == null, found, error, ms));
  }

  private static String processors() {
    int processors = Runtime.getRuntime().availableProcessors();
    return processors >= FEWEST_PROCESSORS ? null : "there is but one processor";
  }

  private String quota() throws IOException {
    return RepositoriesController.quotaBroken(settings, blobs)
        ? "the blob store has more bytes than its quota"
        : null;
  }

  private String writable() throws IOException {
    Path probe = blobs.root().resolve("uploads").resolve(UUID.randomUUID().toString());
    try (FileChannel channel =
        FileChannel.open(probe, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1}));
      channel.force(true);
    } finally {
      Files.deleteIfExists(probe);
    }
    return null;
  }

  private String defaultPassword() {
    return authenticator.matches("admin", "admin123")
        ? "the default password of admin has not been changed"
        : null;
  }

  private static String descriptors() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    boolean few =
        system instanceof UnixOperatingSystemMXBean unix
            && unix.getMaxFileDescriptorCount() < FEWEST_DESCRIPTORS;
    return few ? "fewer than " + FEWEST_DESCRIPTORS + " files may be open" : null;
  }

  private static String deadlock() {
    long[] locked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
    return locked == null ? null : locked.length + " threads wait for each other";
  }

  private String transactions() {
    int one = jdbc.sql("SELECT 1").query(Integer.class).single();
    return one == 1 ? null : "the database does not answer";
  }
}
