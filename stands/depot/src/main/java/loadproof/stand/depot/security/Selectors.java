package loadproof.stand.depot.security;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The content selectors. */
public final class Selectors {
  private final JdbcClient jdbc;
  private final Map<String, Selector> compiled = new ConcurrentHashMap<>();

  public Selectors(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One content selector. */
  public record Row(String name, String description, String expression) {}

  public List<Row> all() {
    return jdbc.sql("SELECT name, description, expression FROM content_selector ORDER BY name")
        .query(Row.class)
        .list();
  }

  public Optional<Row> find(String name) {
    return jdbc.sql("SELECT name, description, expression FROM content_selector WHERE name = ?")
        .param(name)
        .query(Row.class)
        .optional();
  }

  public void insert(Row row) {
    jdbc.sql("INSERT INTO content_selector (name, description, expression) VALUES (?, ?, ?)")
        .param(row.name())
        .param(row.description())
        .param(row.expression())
        .update();
  }

  public boolean update(Row row) {
    return jdbc.sql("UPDATE content_selector SET description = ?, expression = ? WHERE name = ?")
            .param(row.description())
            .param(row.expression())
            .param(row.name())
            .update()
        == 1;
  }

  public boolean delete(String name) {
    return jdbc.sql("DELETE FROM content_selector WHERE name = ?").param(name).update() == 1;
  }

  /** All selectors, ready to match; an expression is compiled once. */
  Map<String, Selector> compiled() {
    return all().stream()
        .collect(
            Collectors.toMap(
                Row::name, row -> compiled.computeIfAbsent(row.expression(), Selector::new)));
  }
}
