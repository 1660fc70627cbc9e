package loadproof.stand.depot.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * A file of a repository.
 *
 * @param componentId the component that it belongs to, or null
 * @param attributes what its format knows of it
 */
public record Asset(
    long id,
    int repositoryId,
    Long componentId,
    String path,
    String contentType,
    Blob blob,
    String uploader,
    Instant created,
    Instant updated,
    JsonNode attributes) {
  /** The entity tag: strong, as it is the digest of the bytes. */
  public String entityTag() {
    return "\"" + blob.sha1() + "\"";
  }

  /** The digest that a suffix of a path asks for, or null. */
  public String digest(String suffix) {
    return switch (suffix) {
      case "md5" -> blob.md5();
      case "sha1" -> blob.sha1();
      case "sha256" -> blob.sha256();
      case "sha512" -> blob.sha512();
      default -> null;
    };
  }
}
