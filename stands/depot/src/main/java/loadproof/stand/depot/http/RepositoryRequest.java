package loadproof.stand.depot.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Caller;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Repository;

/**
 * A request below {@code /repository/NAME/}, let in by the rules of the repository.
 *
 * @param path decoded and checked, without the slash in front
 * @param mostUpload largest body, bytes
 */
public record RepositoryRequest(
    Repository repository,
    String path,
    Caller caller,
    HttpServletRequest http,
    HttpServletResponse response,
    long mostUpload) {
  private static final int BUFFER = 64 * 1024;

  public String method() {
    return http.getMethod();
  }

  public boolean reads() {
    return method().equals("GET") || method().equals("HEAD");
  }

  /** The body, bounded by the largest upload. */
  public InputStream body() throws IOException {
    if (http.getContentLengthLong() > mostUpload) {
      throw Refusal.bodyTooLarge();
    }
    return new BoundedInput(http.getInputStream(), mostUpload);
  }

  /** The whole body of a request that has but a few bytes. */
  public byte[] smallBody(int most) throws IOException {
    byte[] read = http.getInputStream().readNBytes(most + 1);
    if (read.length > most) {
      throw Refusal.bodyTooLarge();
    }
    return read;
  }

  /** Writes a stream into a draft. */
  public static void copy(InputStream from, Draft draft) throws IOException {
    byte[] buffer = new byte[BUFFER];
    int read = from.read(buffer);
    while (read >= 0) {
      draft.write(buffer, 0, read);
      read = from.read(buffer);
    }
  }

  /** Address of the repository as the client sees it, without a slash at its end. */
  public String baseUrl() {
    return Origin.of(http) + "/repository/" + repository.name();
  }
}
