package loadproof.stand.webflux;

import io.r2dbc.spi.Readable;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import loadproof.stand.StatusRow;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

/** The statements of the service; each takes a connection of the pool and commits by itself. */
class StatusTable {
  private static final String COLUMNS = "id, status, updated_at";
  private static final String ONE = "SELECT " + COLUMNS + " FROM status WHERE id = :id";
  private static final String SEVERAL = "SELECT " + COLUMNS + " FROM status WHERE id IN (:ids)";
  private static final String INSERT =
      "INSERT INTO status (id, status, updated_at) VALUES (:id, :status, now()) RETURNING "
          + COLUMNS;
  private static final String UPDATE =
      "UPDATE status SET status = :status, updated_at = now() WHERE id = :id RETURNING " + COLUMNS;

  private final DatabaseClient client;

  StatusTable(DatabaseClient client) {
    this.client = client;
  }

  /** Empty when there is none. */
  Mono<StatusRow> one(UUID id) {
    return toItsEnd(client.sql(ONE).bind("id", id).map(StatusTable::row).one());
  }

  /** The rows that exist, each once. */
  Mono<List<StatusRow>> several(List<UUID> ids) {
    return toItsEnd(client.sql(SEVERAL).bind("ids", ids).map(StatusTable::row).all().collectList());
  }

  /** Fails with DuplicateKeyException when the id is taken. */
  Mono<StatusRow> insert(UUID id, short status) {
    return toItsEnd(
        client.sql(INSERT).bind("id", id).bind("status", status).map(StatusTable::row).one());
  }

  /** Empty when there is none. */
  Mono<StatusRow> update(UUID id, short status) {
    return toItsEnd(
        client.sql(UPDATE).bind("status", status).bind("id", id).map(StatusTable::row).one());
  }

  // A statement whose client has left goes on in the database; its connection, given back before
  // the end, would have the next statement wait behind it.
  private static <T> Mono<T> toItsEnd(Mono<T> statement) {
    return Mono.fromFuture(statement::toFuture, true);
  }

  private static StatusRow row(Readable row) {
    return new StatusRow(
        row.get(0, UUID.class),
        row.get(1, Short.class),
        row.get(2, OffsetDateTime.class).toInstant());
  }
}
