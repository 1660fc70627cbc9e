package loadproof.stand.depot.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Settings;

/** Realms: by which credentials a request may say who sends it. */
public final class Realms {
  /** Users with a password, sent with each request (Basic). */
  public static final String LOCAL = "NexusAuthenticatingRealm";

  /** Roles of local users. */
  public static final String AUTHORIZING = "NexusAuthorizingRealm";

  /** Tokens of npm. */
  public static final String NPM = "NpmToken";

  /** Keys of NuGet. */
  public static final String NUGET = "NuGetApiKey";

  private static final String SETTING = "realms";
  private static final Map<String, String> AVAILABLE = available();

  private final Settings settings;

  public Realms(Settings settings) {
    this.settings = settings;
  }

  private static Map<String, String> available() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put(LOCAL, "Local Authenticating Realm");
    names.put(AUTHORIZING, "Local Authorizing Realm");
    names.put(NPM, "npm Bearer Token Realm");
    names.put(NUGET, "NuGet API-Key Realm");
    return names;
  }

  /** Ids and names of all realms. */
  public static Map<String, String> all() {
    return AVAILABLE;
  }

  public List<String> active() {
    List<String> ids = new ArrayList<>();
    JsonNode kept = settings.get(SETTING);
    if (kept == null) {
      return List.of(LOCAL, AUTHORIZING);
    }
    kept.forEach(id -> ids.add(id.asText()));
    return ids;
  }

  public boolean isActive(String realm) {
    return active().contains(realm);
  }

  /**
   * Makes these realms the active ones.
   *
   * @throws Refusal 400 for an unknown one, and where nobody could do anything any more
   */
  public void activate(List<String> ids) {
    for (String id : ids) {
      if (!AVAILABLE.containsKey(id)) {
        throw new Refusal(400, "there is no realm \"" + id + "\": see /security/realms/available");
      }
    }
    if (!ids.contains(AUTHORIZING)) {
      throw new Refusal(400, "without " + AUTHORIZING + " nobody could do anything any more");
    }
    ArrayNode kept = Json.array();
    ids.stream().distinct().forEach(kept::add);
    settings.put(SETTING, kept);
  }
}
