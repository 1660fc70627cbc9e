package loadproof.stand;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.UUID;

/** The body of a POST or a PUT; {@code id} is null where it has none. */
public record StatusBody(JsonNode id, Short status) {
  /** Larger ones are refused with 413. */
  public static final int MOST_BYTES = 16 * 1024;

  private static final ObjectReader READER =
      JsonMapper.builder()
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(StatusBody.class);

  /**
   * Parses {@code {"status": 3}}, optionally with {@code "id"}; other keys are ignored.
   *
   * @throws Refusal 400 when it is anything else, 413 when it is too large
   */
  public static StatusBody parse(byte[] body) {
    if (body.length > MOST_BYTES) {
      throw Refusal.bodyTooLarge();
    }
    try {
      StatusBody parsed = READER.readValue(body);
      if (parsed == null || parsed.status == null) {
        throw bad("there is no status in it");
      }
      return parsed;
    } catch (JsonProcessingException fault) {
      throw bad(fault.getOriginalMessage());
    } catch (IOException fault) {
      throw bad(fault.getMessage());
    }
  }

  /**
   * The id asked for, or a random one of version 4.
   *
   * @throws Refusal 400 when it is no uuid
   */
  public UUID idOrRandom() {
    return id == null || id.isNull() ? UUID.randomUUID() : Ids.one(id.asText());
  }

  private static Refusal bad(String why) {
    return new Refusal(400, "the body must be like {\"status\": 3}: " + why);
  }
}
