package loadproof.stand;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;

/** The body of a POST or a PUT; {@code id} is null where it has none. */
public record StatusBody(JsonNode id, Short status) {
  private static final JsonBody<StatusBody> BODY =
      new JsonBody<>(StatusBody.class, "{\"status\": 3}");

  /**
   * Parses {@code {"status": 3}}, optionally with {@code "id"}; other keys are ignored.
   *
   * @throws Refusal 400 when it is anything else, 413 when it is too large
   */
  public static StatusBody parse(byte[] body) {
    StatusBody parsed = BODY.parse(body);
    if (parsed == null || parsed.status == null) {
      throw BODY.bad("there is no status in it");
    }
    return parsed;
  }

  /**
   * The id asked for, or a random one of version 4.
   *
   * @throws Refusal 400 when it is no uuid
   */
  public UUID idOrRandom() {
    return id == null || id.isNull() ? UUID.randomUUID() : Ids.one(id.asText());
  }
}
