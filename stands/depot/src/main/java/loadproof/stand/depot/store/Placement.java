package loadproof.stand.depot.store;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Place of a blob: its path, and the component that it belongs to.
 *
 * @param coordinates of its component; null for a file that belongs to none
 * @param attributes what the format knows of the file
 * @param componentAttributes what it knows of the component; kept only when that is new
 * @param replaces true if a file at the path is replaced rather than refused with 409
 */
public record Placement(
    String path,
    String contentType,
    Coordinates coordinates,
    JsonNode attributes,
    JsonNode componentAttributes,
    String uploader,
    boolean replaces) {
  /** Coordinates of a component. */
  public record Coordinates(String namespace, String name, String version) {}
}
