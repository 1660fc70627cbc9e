package loadproof.stand;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** How the bodies of one kind of request are read; keys that it does not know are ignored. */
public final class JsonBody<T> {
  /** Larger ones are refused with 413. */
  public static final int MOST_BYTES = 16 * 1024;

  private final ObjectReader reader;
  private final String example;

  public JsonBody(Class<T> type, String example) {
    this.example = example;
    reader =
        JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(type);
  }

  /**
   * What a body says; null where it is the JSON null.
   *
   * @throws Refusal 400 when it is anything else, 413 when it is too large
   */
  public T parse(byte[] body) {
    if (body.length > MOST_BYTES) {
      throw Refusal.bodyTooLarge();
    }
    try {
      return reader.readValue(body);
    } catch (JsonProcessingException fault) {
      throw bad(fault.getOriginalMessage());
    } catch (IOException fault) {
      throw bad(fault.getMessage());
    }
  }

  /** The refusal of a body that is not as it must be. */
  public Refusal bad(String why) {
    return new Refusal(400, "the body must be like " + example + ": " + why);
  }
}
