package loadproof.stand;

/** Why a request is refused: the status of its answer and the text of its {@code error}. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  public Refusal(int status, String message) {
    // No stack trace: a refusal is an answer, and an overload is made of them.
    super(message, null, false, false);
    this.status = status;
  }

  /** What every stand answers where no handler knows the path. */
  public static Refusal noRoute() {
    return new Refusal(404, "no such path");
  }

  /** What every stand answers where the path is known and the method is not. */
  public static Refusal wrongMethod() {
    return new Refusal(405, "this path does not take this method");
  }

  /** No connection came free within the time-out, or none can be made. */
  public static Refusal noConnection() {
    return new Refusal(503, "no connection came free in time");
  }

  /** A statement failed; the log says why. */
  public static Refusal databaseFailed() {
    return new Refusal(500, "the database failed");
  }

  /** The service itself failed; the log says why. */
  public static Refusal serviceFailed() {
    return new Refusal(500, "the service failed");
  }

  public static Refusal unknown(Object id) {
    return new Refusal(404, "no status with id " + id);
  }

  public static Refusal idTaken(Object id) {
    return new Refusal(409, "there is a status with id " + id + " already");
  }

  public static Refusal bodyTooLarge() {
    return new Refusal(413, "the body is too large");
  }

  public int status() {
    return status;
  }

  public Body body() {
    return new Body(getMessage());
  }

  /** The body of a refusal. */
  public record Body(String error) {}
}
