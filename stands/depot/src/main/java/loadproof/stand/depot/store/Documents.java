package loadproof.stand.depot.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Files that the service makes of others. */
public final class Documents {
  private static final String COLUMNS = "path, content, content_type, updated";

  private final JdbcClient jdbc;
  private final Clock clock;

  public Documents(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /** One such file. */
  public record Document(String path, byte[] content, String contentType, Instant updated) {
    /** Its digest in hex by the suffix of a path, or null. */
    public String digest(String suffix) {
      return switch (suffix) {
        case "md5" -> Digests.hex("MD5", content);
        case "sha1" -> Digests.hex("SHA-1", content);
        case "sha256" -> Digests.hex("SHA-256", content);
        case "sha512" -> Digests.hex("SHA-512", content);
        default -> null;
      };
    }
  }

  public Optional<Document> find(int repository, String path) {
    return jdbc.sql("SELECT " + COLUMNS + " FROM document WHERE repository_id = ? AND path = ?")
        .param(repository)
        .param(path)
        .query(Documents::row)
        .optional();
  }

  public void write(int repository, String path, String contentType, byte[] content) {
    jdbc.sql(
            """
            INSERT INTO document (repository_id, path, content, content_type, updated)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT (repository_id, path)
            DO UPDATE SET content = excluded.content, content_type = excluded.content_type,
                          updated = excluded.updated""")
        .param(repository)
        .param(path)
        .param(content)
        .param(contentType)
        .param(Timestamp.from(clock.instant()))
        .update();
  }

  public void delete(int repository, String path) {
    jdbc.sql("DELETE FROM document WHERE repository_id = ? AND path = ?")
        .param(repository)
        .param(path)
        .update();
  }

  /** The paths of all documents of a repository that begin so. */
  public List<String> paths(int repository, String prefix) {
    return jdbc.sql(
            "SELECT path FROM document WHERE repository_id = ? AND starts_with(path, ?) ORDER BY path")
        .param(repository)
        .param(prefix)
        .query(String.class)
        .list();
  }

  private static Document row(ResultSet result, int number) throws SQLException {
    return new Document(
        result.getString("path"),
        result.getBytes("content"),
        result.getString("content_type"),
        result.getTimestamp("updated").toInstant());
  }
}
