package loadproof.stand.depot.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loadproof.stand.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The repositories: read at the start, and again after each change. */
public final class Repositories {
  private static final String ALL =
      """
      SELECT id, name, format, online, write_policy, version_policy, routing_rule
        FROM repository""";

  private final JdbcClient jdbc;
  private volatile Map<String, Repository> byName;

  public Repositories(JdbcClient jdbc) {
    this.jdbc = jdbc;
    reload();
  }

  public Collection<Repository> all() {
    return byName.values();
  }

  public Optional<Repository> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * The repository of this name.
   *
   * @throws Refusal 404 when there is none
   */
  public Repository named(String name) {
    return find(name)
        .orElseThrow(() -> new Refusal(404, "there is no repository \"" + name + "\""));
  }

  public Optional<Repository> numbered(int id) {
    return byName.values().stream().filter(one -> one.id() == id).findFirst();
  }

  /** Reads them from the database. */
  public void reload() {
    Map<String, Repository> read = new TreeMap<>();
    jdbc.sql(ALL).query(Repositories::row).list().forEach(one -> read.put(one.name(), one));
    byName = Collections.unmodifiableMap(read);
  }

  private static Repository row(ResultSet result, int number) throws SQLException {
    return new Repository(
        result.getInt("id"),
        result.getString("name"),
        result.getString("format"),
        result.getBoolean("online"),
        Repository.WritePolicy.valueOf(result.getString("write_policy")),
        result.getString("version_policy"),
        result.getString("routing_rule"));
  }
}
