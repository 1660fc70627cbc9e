package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Settings;

/** Features that are switched while the service runs; all are on unless they were switched off. */
public final class FeatureFlags {
  private static final String SETTING = "featureFlags";

  private final Settings settings;

  public FeatureFlags(Settings settings) {
    this.settings = settings;
  }

  /** The features. */
  public enum Flag {
    NPM_SEARCH("npm.search", "search of repositories of npm"),
    NUGET_SEARCH("nuget.search", "search of repositories of NuGet"),
    COMPONENT_SEARCH("component.search", "search over all repositories");

    private final String id;
    private final String description;

    Flag(String id, String description) {
      this.id = id;
      this.description = description;
    }
  }

  /** A feature as it is shown. */
  public record Row(String name, String description, boolean enabled) {}

  public List<Row> all() {
    return Arrays.stream(Flag.values())
        .map(flag -> new Row(flag.id, flag.description, isOn(flag)))
        .toList();
  }

  /**
   * Switches a feature.
   *
   * @throws Refusal 404 for an unknown one
   */
  public void set(String name, boolean enabled) {
    boolean known = Arrays.stream(Flag.values()).anyMatch(flag -> flag.id.equals(name));
    if (!known) {
      throw new Refusal(404, "there is no feature \"" + name + "\"");
    }
    JsonNode kept = settings.get(SETTING);
    ObjectNode changed = kept == null ? Json.object() : kept.deepCopy();
    settings.put(SETTING, changed.put(name, enabled));
  }

  public boolean isOn(Flag flag) {
    JsonNode kept = settings.get(SETTING);
    return kept == null || kept.path(flag.id).asBoolean(true);
  }

  /**
   * Refuses what is switched off.
   *
   * @throws Refusal 404
   */
  public void demand(Flag flag) {
    if (!isOn(flag)) {
      throw new Refusal(404, "the feature " + flag.id + " is switched off");
    }
  }
}
