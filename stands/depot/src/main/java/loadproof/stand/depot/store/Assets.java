package loadproof.stand.depot.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of assets and components; callers bring the transaction where they need one. */
public final class Assets {
  private static final String COLUMNS =
      """
      a.id, a.repository_id, a.component_id, a.path, a.content_type, a.blob, a.size, a.md5, a.sha1,
      a.sha256, a.sha512, a.uploader, a.created, a.updated, a.attributes""";

  private static final String COMPONENT =
      "c.id, c.repository_id, c.namespace, c.name, c.version, c.attributes, c.created";

  private final JdbcClient jdbc;

  public Assets(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public Optional<Asset> find(int repository, String path) {
    return jdbc.sql("SELECT " + COLUMNS + " FROM asset a WHERE a.repository_id = ? AND a.path = ?")
        .param(repository)
        .param(path)
        .query(Assets::asset)
        .optional();
  }

  public Optional<Asset> find(long id) {
    return jdbc.sql("SELECT " + COLUMNS + " FROM asset a WHERE a.id = ?")
        .param(id)
        .query(Assets::asset)
        .optional();
  }

  public List<Asset> ofComponent(long component) {
    return jdbc.sql("SELECT " + COLUMNS + " FROM asset a WHERE a.component_id = ? ORDER BY a.id")
        .param(component)
        .query(Assets::asset)
        .list();
  }

  public List<Asset> ofComponents(Collection<Long> components) {
    if (components.isEmpty()) {
      return List.of();
    }
    return jdbc.sql(
            "SELECT " + COLUMNS + " FROM asset a WHERE a.component_id IN (:ids) ORDER BY a.id")
        .param("ids", components)
        .query(Assets::asset)
        .list();
  }

  /** All files of the components of one name, whatever their version. */
  public List<Asset> ofName(int repository, String namespace, String name) {
    return jdbc.sql(
            "SELECT "
                + COLUMNS
                + " FROM asset a JOIN component c ON c.id = a.component_id"
                + " WHERE c.repository_id = ? AND c.namespace = ? AND c.name = ? ORDER BY a.id")
        .param(repository)
        .param(namespace)
        .param(name)
        .query(Assets::asset)
        .list();
  }

  /** A page of the files of a repository, from those after {@code after} on. */
  public List<Asset> page(int repository, long after, int most) {
    return jdbc.sql(
            "SELECT "
                + COLUMNS
                + " FROM asset a WHERE a.repository_id = ? AND a.id > ? ORDER BY a.id LIMIT ?")
        .param(repository)
        .param(after)
        .param(most)
        .query(Assets::asset)
        .list();
  }

  /** The blobs among {@code asked} that a row points to. */
  public Set<UUID> blobsAmong(Collection<UUID> asked) {
    return new HashSet<>(
        jdbc.sql("SELECT blob FROM asset WHERE blob IN (:asked)")
            .param("asked", asked)
            .query(UUID.class)
            .list());
  }

  public Optional<Component> component(long id) {
    return jdbc.sql("SELECT " + COMPONENT + " FROM component c WHERE c.id = ?")
        .param(id)
        .query(Assets::component)
        .optional();
  }

  public Optional<Component> component(
      int repository, String namespace, String name, String version) {
    return jdbc.sql(
            "SELECT "
                + COMPONENT
                + " FROM component c WHERE c.repository_id = ? AND c.namespace = ?"
                + " AND c.name = ? AND c.version = ?")
        .param(repository)
        .param(namespace)
        .param(name)
        .param(version)
        .query(Assets::component)
        .optional();
  }

  /** The components of one name, the oldest first. */
  public List<Component> components(int repository, String namespace, String name) {
    return jdbc.sql(
            "SELECT "
                + COMPONENT
                + " FROM component c WHERE c.repository_id = ? AND c.namespace = ? AND c.name = ?"
                + " ORDER BY c.id")
        .param(repository)
        .param(namespace)
        .param(name)
        .query(Assets::component)
        .list();
  }

  public List<Component> componentPage(int repository, long after, int most) {
    return jdbc.sql(
            "SELECT "
                + COMPONENT
                + " FROM component c WHERE c.repository_id = ? AND c.id > ? ORDER BY c.id LIMIT ?")
        .param(repository)
        .param(after)
        .param(most)
        .query(Assets::component)
        .list();
  }

  static Asset asset(ResultSet result, int number) throws SQLException {
    long component = result.getLong("component_id");
    boolean alone = result.wasNull();
    return new Asset(
        result.getLong("id"),
        result.getInt("repository_id"),
        alone ? null : component,
        result.getString("path"),
        result.getString("content_type"),
        new Blob(
            result.getObject("blob", UUID.class),
            result.getLong("size"),
            result.getString("md5"),
            result.getString("sha1"),
            result.getString("sha256"),
            result.getString("sha512")),
        result.getString("uploader"),
        instant(result, "created"),
        instant(result, "updated"),
        Json.stored(result.getString("attributes")));
  }

  public static Component component(ResultSet result, int number) throws SQLException {
    return new Component(
        result.getLong("id"),
        result.getInt("repository_id"),
        result.getString("namespace"),
        result.getString("name"),
        result.getString("version"),
        Json.stored(result.getString("attributes")),
        instant(result, "created"));
  }

  private static Instant instant(ResultSet result, String column) throws SQLException {
    Timestamp read = result.getTimestamp(column);
    return read.toInstant();
  }
}
