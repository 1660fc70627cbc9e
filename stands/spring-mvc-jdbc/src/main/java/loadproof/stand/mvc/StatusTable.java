package loadproof.stand.mvc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import loadproof.stand.StatusRow;
import org.springframework.jdbc.core.JdbcTemplate;

/** The statements of the service; each takes a connection of the pool and commits by itself. */
class StatusTable {
  private static final String COLUMNS = "id, status, updated_at";
  private static final String ONE = "SELECT " + COLUMNS + " FROM status WHERE id = ?";
  private static final String SEVERAL = "SELECT " + COLUMNS + " FROM status WHERE id IN (%s)";
  private static final String INSERT =
      "INSERT INTO status (id, status, updated_at) VALUES (?, ?, now()) RETURNING " + COLUMNS;
  private static final String UPDATE =
      "UPDATE status SET status = ?, updated_at = now() WHERE id = ? RETURNING " + COLUMNS;

  private final JdbcTemplate jdbc;

  StatusTable(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  Optional<StatusRow> one(UUID id) {
    return jdbc.query(ONE, StatusTable::row, id).stream().findFirst();
  }

  /** The rows that exist, each once. */
  List<StatusRow> several(List<UUID> ids) {
    String marks = String.join(",", Collections.nCopies(ids.size(), "?"));
    return jdbc.query(SEVERAL.formatted(marks), StatusTable::row, ids.toArray());
  }

  /** Throws DuplicateKeyException when the id is taken. */
  StatusRow insert(UUID id, short status) {
    return jdbc.query(INSERT, StatusTable::row, id, status).get(0);
  }

  Optional<StatusRow> update(UUID id, short status) {
    return jdbc.query(UPDATE, StatusTable::row, status, id).stream().findFirst();
  }

  private static StatusRow row(ResultSet result, int number) throws SQLException {
    return new StatusRow(
        result.getObject(1, UUID.class),
        result.getShort(2),
        result.getObject(3, OffsetDateTime.class).toInstant());
  }
}
