package loadproof.stand.depot.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Settings without a table of their own: read at the start, written through. */
public final class Settings {
  private final JdbcClient jdbc;
  private final Map<String, JsonNode> values = new ConcurrentHashMap<>();

  public Settings(JdbcClient jdbc) {
    this.jdbc = jdbc;
    jdbc.sql("SELECT name, value::text FROM setting")
        .query(
            result -> {
              values.put(result.getString(1), Json.stored(result.getString(2)));
            });
  }

  /** The value, or null. */
  public JsonNode get(String name) {
    return values.get(name);
  }

  public void put(String name, JsonNode value) {
    jdbc.sql(
            """
            INSERT INTO setting (name, value) VALUES (?, ?::jsonb)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value""")
        .param(name)
        .param(value.toString())
        .update();
    values.put(name, value);
  }

  public void delete(String name) {
    jdbc.sql("DELETE FROM setting WHERE name = ?").param(name).update();
    values.remove(name);
  }
}
