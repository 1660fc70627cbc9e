package loadproof.stand.depot.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import loadproof.stand.Refusal;

/** JSON of the database, and of the documents that are made of it. */
public final class Json {
  public static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** Parses JSON of the database. */
  public static JsonNode stored(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException fault) {
      throw new IllegalStateException("a row holds no JSON", fault);
    }
  }

  /** Parses JSON of a client, 400 if it is none; {@code name} is that of the document. */
  public static JsonNode sent(byte[] bytes, String name) {
    try {
      JsonNode read = MAPPER.readTree(bytes);
      if (read != null && !read.isMissingNode()) {
        return read;
      }
    } catch (IOException fault) {
      // Refused below.
    }
    throw new Refusal(400, name + " is no JSON");
  }

  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException fault) {
      throw new IllegalStateException("a tree is always written", fault);
    }
  }
}
