package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.JsonNode;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Settings;

/** Read-only switch of the service; a restart keeps it. */
public final class ReadOnlyState {
  private static final String SETTING = "readOnly";

  private final Settings settings;

  public ReadOnlyState(Settings settings) {
    this.settings = settings;
  }

  public boolean isFrozen() {
    JsonNode kept = settings.get(SETTING);
    return kept != null && kept.path("frozen").asBoolean();
  }

  public void set(boolean frozen) {
    settings.put(SETTING, Json.object().put("frozen", frozen));
  }

  /**
   * Refuses a change of a frozen service.
   *
   * @throws Refusal 503
   */
  public void refuse() {
    if (isFrozen()) {
      throw new Refusal(
          503, "the service is read-only: release it at /service/rest/v1/read-only/release");
    }
  }
}
