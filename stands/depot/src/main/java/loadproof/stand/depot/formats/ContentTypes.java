package loadproof.stand.depot.formats;

import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;

/** Content types of files by their names. */
final class ContentTypes {
  private ContentTypes() {}

  /** The type; {@code application/octet-stream} for an ending that nobody knows. */
  static String of(String path) {
    if (path.endsWith(".pom")) {
      return MediaType.APPLICATION_XML_VALUE;
    }
    if (path.endsWith(".jar")) {
      return "application/java-archive";
    }
    return MediaTypeFactory.getMediaType(path)
        .orElse(MediaType.APPLICATION_OCTET_STREAM)
        .toString();
  }
}
