package loadproof.stand;

/** Why the process ends: a line for standard error that names the cure, and the exit code. */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

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

  public int exitCode() {
    return exitCode;
  }
}
