package loadproof.stand;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Ids as requests write them. */
public final class Ids {
  private static final int MOST = 50;
  private static final int CHARACTERS = 36;

  private Ids() {}

  /**
   * Parses one uuid.
   *
   * @throws Refusal 400 when it is not written in 36 characters with hyphens
   */
  public static UUID one(String text) {
    // UUID.fromString takes short groups also, such as 1-1-1-1-1.
    if (text.length() == CHARACTERS) {
      try {
        UUID id = UUID.fromString(text);
        if (id.toString().equalsIgnoreCase(text)) {
          return id;
        }
      } catch (IllegalArgumentException fault) {
        // Refused below.
      }
    }
    throw new Refusal(400, "\"" + text + "\" is not a uuid of 36 characters");
  }

  /**
   * Parses uuids with commas between them; blanks and empty places do not count, doubles do.
   *
   * @throws Refusal 400 for a bad uuid, for none (or null) and for more than 50
   */
  public static List<UUID> several(String text) {
    List<UUID> ids = new ArrayList<>();
    int asked = 0;
    for (String part : text == null ? new String[0] : text.split(",")) {
      String id = part.strip();
      if (!id.isEmpty()) {
        asked++;
        if (asked <= MOST) {
          ids.add(one(id));
        }
      }
    }
    if (asked == 0) {
      throw new Refusal(400, "no ids: ask for ?ids=UUID,UUID,...");
    }
    if (asked > MOST) {
      throw new Refusal(400, asked + " ids are too many: ask for at most " + MOST);
    }
    return ids;
  }
}
