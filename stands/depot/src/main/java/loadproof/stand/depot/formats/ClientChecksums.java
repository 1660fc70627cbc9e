package loadproof.stand.depot.formats;

import jakarta.servlet.http.HttpServletRequest;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Blob;

/** Checksums that a client sends with a file: {@code X-Checksum-Sha256} and its like. */
final class ClientChecksums {
  private ClientChecksums() {}

  /**
   * Compares each that was sent.
   *
   * @throws Refusal 400 when the file arrived as another
   */
  static void check(HttpServletRequest request, Blob blob) {
    check(request.getHeader("X-Checksum-Md5"), blob.md5(), "md5");
    check(request.getHeader("X-Checksum-Sha1"), blob.sha1(), "sha1");
    check(request.getHeader("X-Checksum-Sha256"), blob.sha256(), "sha256");
    check(request.getHeader("X-Checksum-Sha512"), blob.sha512(), "sha512");
  }

  /**
   * Compares one digest in hex; one that is null or empty was not sent.
   *
   * @throws Refusal 400 when they differ
   */
  static void check(String sent, String found, String name) {
    if (sent != null && !sent.isBlank() && !sent.strip().equalsIgnoreCase(found)) {
      throw new Refusal(
          400, "the %s of what arrived is %s, not what was sent with it".formatted(name, found));
    }
  }
}
