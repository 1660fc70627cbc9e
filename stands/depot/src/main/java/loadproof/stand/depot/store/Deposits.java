package loadproof.stand.depot.store;

import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import loadproof.stand.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes of what repositories hold: blob and rows together, in the order that leaves no row
 * without its blob.
 */
public final class Deposits {
  private static final Logger LOG = LoggerFactory.getLogger("depot");
  private static final int MOST_TRIES = 5;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final BlobStore blobs;
  private final Assets assets;
  private final Clock clock;

  public Deposits(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      BlobStore blobs,
      Assets assets,
      Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.blobs = blobs;
    this.assets = assets;
    this.clock = clock;
  }

  /**
   * A file that was put.
   *
   * @param newComponent true if the file is the first of its component
   * @param newAsset true if there was no file at its path
   */
  public record Put(long componentId, boolean newComponent, boolean newAsset) {}

  /**
   * Puts the draft into a repository, in one transaction with what {@code before} and {@code after}
   * do.
   *
   * @throws Refusal 409 when there is a file at the path that is not to be replaced
   */
  public Put put(
      Draft draft,
      Repository repository,
      Placement placement,
      Runnable before,
      Consumer<Put> after) {
    draft.publish();
    List<UUID> replaced = new ArrayList<>();
    Put put =
        kept(
            draft,
            () -> {
              replaced.clear();
              before.run();
              Put done = rows(draft.complete(), repository, placement, replaced);
              after.accept(done);
              return done;
            });
    replaced.forEach(this::deleteBlob);
    return put;
  }

  public Put put(Draft draft, Repository repository, Placement placement) {
    return put(draft, repository, placement, () -> {}, put -> {});
  }

  private Put kept(Draft draft, Supplier<Put> inside) {
    boolean[] committing = new boolean[1];
    try {
      Put put =
          transactions.execute(
              status -> {
                Put done = inside.get();
                committing[0] = true;
                return done;
              });
      draft.keep();
      return put;
    } catch (RuntimeException fault) {
      if (committing[0]) {
        // The commit itself failed: it may have reached the database all the same.
        draft.leave();
      }
      throw fault;
    }
  }

  /** Runs statements in one transaction. */
  public <T> T inTransaction(Supplier<T> inside) {
    return transactions.execute(status -> inside.get());
  }

  /** Holds the lock of a package until the transaction ends; the number of changes so far. */
  public long lock(Repository repository, String name) {
    return jdbc.sql(
            """
            INSERT INTO package_lock AS l (repository_id, name) VALUES (?, ?)
            ON CONFLICT (repository_id, name) DO UPDATE SET changes = l.changes + 1
            RETURNING changes""")
        .param(repository.id())
        .param(name)
        .query(Long.class)
        .single();
  }

  /**
   * Deletes a file, and its component where it was the last of that.
   *
   * @param before runs first in the transaction; it may take a lock
   * @param after runs in the transaction, after the rows have gone
   * @return false if there was no such file
   */
  public boolean delete(Repository repository, String path, Runnable before, Runnable after) {
    Optional<UUID> blob =
        transactions.execute(
            status -> {
              before.run();
              Optional<UUID> gone = deleteRows(repository, path);
              if (gone.isPresent()) {
                after.run();
              }
              return gone;
            });
    blob.ifPresent(this::deleteBlob);
    return blob.isPresent();
  }

  /** Deletes a repository with all that it holds. */
  public void deleteAll(Repository repository) {
    List<UUID> gone =
        transactions.execute(
            status -> {
              List<UUID> held =
                  jdbc.sql("SELECT blob FROM asset WHERE repository_id = ?")
                      .param(repository.id())
                      .query(UUID.class)
                      .list();
              jdbc.sql("DELETE FROM repository WHERE id = ?").param(repository.id()).update();
              return held;
            });
    gone.forEach(this::deleteBlob);
  }

  private Optional<UUID> deleteRows(Repository repository, String path) {
    Optional<Asset> found = assets.find(repository.id(), path);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (found.get().componentId() != null) {
      // A file that another upload adds to the component is seen by the statements that follow.
      jdbc.sql("SELECT id FROM component WHERE id = ? FOR UPDATE")
          .param(found.get().componentId())
          .query(Long.class)
          .optional();
    }
    List<UUID> blob =
        jdbc.sql("DELETE FROM asset WHERE id = ? RETURNING blob")
            .param(found.get().id())
            .query(UUID.class)
            .list();
    if (found.get().componentId() != null) {
      jdbc.sql(
              """
              DELETE FROM component c WHERE c.id = ?
                 AND NOT EXISTS (SELECT 1 FROM asset a WHERE a.component_id = c.id)""")
          .param(found.get().componentId())
          .update();
    }
    return blob.stream().findFirst();
  }

  private Put rows(Blob blob, Repository repository, Placement placement, List<UUID> replaced) {
    Long component = null;
    boolean newComponent = false;
    if (placement.coordinates() != null) {
      Optional<Long> made = insertComponent(repository, placement);
      newComponent = made.isPresent();
      component = made.orElseGet(() -> componentId(repository, placement.coordinates()));
    }
    for (int tried = 0; tried < MOST_TRIES; tried++) {
      if (insertAsset(blob, repository, placement, component)) {
        return new Put(component == null ? 0 : component, newComponent, true);
      }
      if (!placement.replaces()) {
        throw new Refusal(
            409,
            "%s has %s already, and does not take it again"
                .formatted(repository.name(), placement.path()));
      }
      Optional<UUID> old = replaceAsset(blob, repository, placement, component);
      if (old.isPresent()) {
        replaced.add(old.get());
        return new Put(component == null ? 0 : component, newComponent, false);
      }
      // Deleted between the two statements.
    }
    throw new Refusal(
        409, placement.path() + " is being replaced by other uploads: upload it again");
  }

  private Optional<Long> insertComponent(Repository repository, Placement placement) {
    return jdbc.sql(
            """
            INSERT INTO component (repository_id, namespace, name, version, attributes, created)
            VALUES (?, ?, ?, ?, ?::jsonb, ?) ON CONFLICT DO NOTHING RETURNING id""")
        .param(repository.id())
        .param(placement.coordinates().namespace())
        .param(placement.coordinates().name())
        .param(placement.coordinates().version())
        .param(placement.componentAttributes().toString())
        .param(now())
        .query(Long.class)
        .optional();
  }

  private long componentId(Repository repository, Placement.Coordinates coordinates) {
    // Locked, so that the deletion of its last file waits for the one that comes.
    return jdbc.sql(
            """
            SELECT id FROM component
             WHERE repository_id = ? AND namespace = ? AND name = ? AND version = ? FOR KEY SHARE""")
        .param(repository.id())
        .param(coordinates.namespace())
        .param(coordinates.name())
        .param(coordinates.version())
        .query(Long.class)
        .optional()
        .orElseThrow(() -> new Refusal(409, "the component is being deleted: upload it again"));
  }

  private boolean insertAsset(
      Blob blob, Repository repository, Placement placement, Long component) {
    return jdbc.sql(
                """
                INSERT INTO asset (repository_id, component_id, path, blob, content_type, size, md5,
                                   sha1, sha256, sha512, uploader, attributes, created, updated)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?) ON CONFLICT (repository_id, path)
                DO NOTHING""")
            .param(repository.id())
            .param(component)
            .param(placement.path())
            .param(blob.id())
            .param(placement.contentType())
            .param(blob.size())
            .param(blob.md5())
            .param(blob.sha1())
            .param(blob.sha256())
            .param(blob.sha512())
            .param(placement.uploader())
            .param(placement.attributes().toString())
            .param(now())
            .param(now())
            .update()
        == 1;
  }

  private Optional<UUID> replaceAsset(
      Blob blob, Repository repository, Placement placement, Long component) {
    Optional<UUID> old =
        jdbc.sql("SELECT blob FROM asset WHERE repository_id = ? AND path = ? FOR UPDATE")
            .param(repository.id())
            .param(placement.path())
            .query(UUID.class)
            .optional();
    if (old.isEmpty()) {
      return old;
    }
    jdbc.sql(
            """
            UPDATE asset SET blob = ?, content_type = ?, size = ?, md5 = ?, sha1 = ?, sha256 = ?,
                   sha512 = ?, uploader = ?, attributes = ?::jsonb, updated = ?, component_id = ?
             WHERE repository_id = ? AND path = ?""")
        .param(blob.id())
        .param(placement.contentType())
        .param(blob.size())
        .param(blob.md5())
        .param(blob.sha1())
        .param(blob.sha256())
        .param(blob.sha512())
        .param(placement.uploader())
        .param(placement.attributes().toString())
        .param(now())
        .param(component)
        .param(repository.id())
        .param(placement.path())
        .update();
    return old;
  }

  private void deleteBlob(UUID blob) {
    try {
      blobs.delete(blob);
    } catch (RuntimeException fault) {
      LOG.warn("blob {} is left for the next sweep", blob, fault);
    }
  }

  private Timestamp now() {
    return Timestamp.from(clock.instant());
  }
}
