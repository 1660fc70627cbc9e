package loadproof.stand;

import java.net.UnknownHostException;

/** Why the process ends: a line for standard error that names the cure, and the exit code. */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  // How Netty's native transport begins what it says: "bind(..) failed with error(-98): ".
  private static final String NATIVE_PREFIX = "^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ";

  private final int exitCode;

  private Fault(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** What was asked for cannot be: exit code 2. */
  public static Fault badInput(String message) {
    return new Fault(2, message);
  }

  /** What was asked for failed: exit code 1. */
  public static Fault failure(String message) {
    return new Fault(1, message);
  }

  /**
   * The system's own word in a fault: that of its last cause, as those around it repeat the place.
   */
  public static String reason(Throwable fault) {
    Throwable last = fault;
    while (last.getCause() != null && last.getCause() != last) {
      last = last.getCause();
    }
    if (last instanceof UnknownHostException) {
      return "unknown host";
    }
    String text = last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    return text.replaceFirst(NATIVE_PREFIX, "");
  }

  public int exitCode() {
    return exitCode;
  }
}
