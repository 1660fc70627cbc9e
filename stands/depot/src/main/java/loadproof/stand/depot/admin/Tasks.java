package loadproof.stand.depot.admin;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import loadproof.stand.Refusal;
import loadproof.stand.depot.formats.MavenMetadata;
import loadproof.stand.depot.formats.YumRepodata;
import loadproof.stand.depot.store.Assets;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Deposits;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Repository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tasks of the service, run one at a time. */
public final class Tasks implements AutoCloseable {
  /** Kinds of tasks, with their names for people. */
  static final Map<String, String> TYPES =
      Map.of(
          "blobstore.compact", "Admin - Compact blob store",
          "repository.yum.rebuild.metadata", "Repair - Rebuild Yum repository metadata",
          "repository.maven.rebuild-metadata", "Repair - Rebuild Maven repository metadata");

  private static final Logger LOG = LoggerFactory.getLogger("tasks");
  private static final String COLUMNS =
      "id, name, type, repository, schedule, state, last_run, last_result, message";

  private final JdbcClient jdbc;
  private final BlobStore blobs;
  private final Assets assets;
  private final Deposits deposits;
  private final Repositories repositories;
  private final MavenMetadata metadata;
  private final YumRepodata repodata;
  private final ExecutorService thread;

  public Tasks(
      JdbcClient jdbc,
      BlobStore blobs,
      Assets assets,
      Deposits deposits,
      Repositories repositories,
      MavenMetadata metadata,
      YumRepodata repodata) {
    this.jdbc = jdbc;
    this.blobs = blobs;
    this.assets = assets;
    this.deposits = deposits;
    this.repositories = repositories;
    this.metadata = metadata;
    this.repodata = repodata;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, "tasks");
              made.setDaemon(true);
              return made;
            });
  }

  /** One task; {@code repository} is null where it is of none. */
  public record Task(
      UUID id,
      String name,
      String type,
      String repository,
      String schedule,
      String currentState,
      Instant lastRun,
      String lastRunResult,
      String message) {}

  public List<Task> all(String type) {
    return jdbc.sql("SELECT " + COLUMNS + " FROM task WHERE ? IN ('', type) ORDER BY name, id")
        .param(type)
        .query(Tasks::row)
        .list();
  }

  /**
   * The task of this id.
   *
   * @throws Refusal 404 when there is none
   */
  public Task named(String id) {
    UUID parsed;
    try {
      parsed = UUID.fromString(id);
    } catch (IllegalArgumentException fault) {
      throw new Refusal(404, "there is no task \"" + id + "\"");
    }
    return jdbc.sql("SELECT " + COLUMNS + " FROM task WHERE id = ?")
        .param(parsed)
        .query(Tasks::row)
        .optional()
        .orElseThrow(() -> new Refusal(404, "there is no task \"" + id + "\""));
  }

  /** Begins a task; it waits for those that were begun before. */
  public void run(Task task) {
    int begun =
        jdbc.sql(
                "UPDATE task SET state = 'RUNNING', last_run = now() WHERE id = ? AND state = 'WAITING'")
            .param(task.id())
            .update();
    if (begun == 0) {
      throw new Refusal(409, "the task runs already");
    }
    thread.execute(() -> finish(task));
  }

  /** Clears what a process that died had left, and looks for blobs that nobody points to. */
  public void begin() {
    jdbc.sql(
            "UPDATE task SET state = 'WAITING', last_result = 'INTERRUPTED' WHERE state = 'RUNNING'")
        .update();
    thread.execute(
        () -> {
          try {
            sweep();
          } catch (IOException | RuntimeException fault) {
            LOG.warn("blobs without a row were not looked for", fault);
          }
        });
  }

  public boolean isAlive() {
    return !thread.isShutdown();
  }

  private void finish(Task task) {
    String result = "OK";
    String message;
    try {
      message = work(task);
    } catch (IOException | RuntimeException fault) {
      LOG.warn("task {} failed", task.name(), fault);
      result = "FAILED";
      message = String.valueOf(fault.getMessage());
    }
    jdbc.sql("UPDATE task SET state = 'WAITING', last_result = ?, message = ? WHERE id = ?")
        .param(result)
        .param(message)
        .param(task.id())
        .update();
  }

  private String work(Task task) throws IOException {
    switch (task.type()) {
      case "blobstore.compact" -> {
        return sweep() + " blobs removed";
      }
      case "repository.yum.rebuild.metadata" -> {
        repodata.rebuild(repositories.named(task.repository()).id());
        return "repodata rebuilt";
      }
      case "repository.maven.rebuild-metadata" -> {
        return rebuildMaven(repositories.named(task.repository())) + " documents rebuilt";
      }
      default -> throw new IllegalStateException("there is no type of tasks " + task.type());
    }
  }

  private int sweep() throws IOException {
    return blobs.sweep(assets::blobsAmong);
  }

  private int rebuildMaven(Repository repository) {
    List<String[]> names =
        jdbc.sql("SELECT DISTINCT namespace, name FROM component WHERE repository_id = ?")
            .param(repository.id())
            .query((result, row) -> new String[] {result.getString(1), result.getString(2)})
            .list();
    for (String[] name : names) {
      deposits.inTransaction(
          () -> {
            deposits.lock(repository, name[0] + ":" + name[1]);
            metadata.rebuildArtifact(repository.id(), name[0], name[1]);
            return null;
          });
    }
    return names.size();
  }

  private static Task row(ResultSet result, int number) throws SQLException {
    Timestamp ran = result.getTimestamp("last_run");
    return new Task(
        result.getObject("id", UUID.class),
        result.getString("name"),
        result.getString("type"),
        result.getString("repository"),
        result.getString("schedule"),
        result.getString("state"),
        ran == null ? null : ran.toInstant(),
        result.getString("last_result"),
        result.getString("message"));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
