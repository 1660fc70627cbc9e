package loadproof.stand.depot.formats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Repository;
import org.eclipse.packager.rpm.HashAlgorithm;
import org.eclipse.packager.rpm.info.RpmInformation;
import org.eclipse.packager.rpm.yum.RepositoryCreator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repodata of yum repositories: rebuilt as a whole some time after the last change, by one
 * thread.
 *
 * <p>That a rebuild is due stands in the database, in the transaction of the change, so that one is
 * not forgotten when the process dies. Its files have new names each time; those of the last build
 * stay, for clients that have read the old {@code repomd.xml}.
 */
public final class YumRepodata implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("yum");
  private static final String REPOMD = "repodata/repomd.xml";
  private static final int PAGE = 1000;
  private static final ObjectMapper INFORMATION =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Hosted hosted;
  private final Repositories repositories;
  private final int delayMs;
  private final ScheduledExecutorService thread;

  /** The last change of each repository, by its number: only the job of the last one rebuilds. */
  private final Map<Integer, Long> asked = new ConcurrentHashMap<>();

  public YumRepodata(Hosted hosted, Repositories repositories, int delayMs) {
    this.hosted = hosted;
    this.repositories = repositories;
    this.delayMs = delayMs;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "yum-repodata");
              made.setDaemon(true);
              return made;
            });
  }

  static String stored(RpmInformation information) {
    try {
      return INFORMATION.writeValueAsString(information);
    } catch (JsonProcessingException fault) {
      throw new IllegalStateException("the headers of a package are always written", fault);
    }
  }

  /** Notes in the transaction of a change that the repodata is older than it. */
  void markStale(int repository) {
    hosted
        .jdbc()
        .sql(
            """
            INSERT INTO stale_repodata (repository_id) VALUES (?)
            ON CONFLICT (repository_id) DO UPDATE SET changes = stale_repodata.changes + 1""")
        .param(repository)
        .update();
  }

  /** Asks for a rebuild after the delay; a later change begins the delay anew. */
  void rebuildLater(int repository) {
    long change = asked.merge(repository, 1L, Long::sum);
    thread.schedule(
        () -> {
          if (asked.get(repository) == change) {
            rebuildSafely(repository);
          }
        },
        delayMs,
        TimeUnit.MILLISECONDS);
  }

  /** Rebuilds what a process that died had left stale. */
  public void resume() {
    hosted
        .jdbc()
        .sql("SELECT repository_id FROM stale_repodata")
        .query(Integer.class)
        .list()
        .forEach(this::rebuildLater);
  }

  private void rebuildSafely(int repository) {
    try {
      rebuild(repository);
    } catch (IOException | RuntimeException fault) {
      LOG.warn("the repodata of repository {} was not rebuilt", repository, fault);
    }
  }

  /** Rebuilds the repodata of a repository now. */
  public synchronized void rebuild(int repository) throws IOException {
    if (repositories.numbered(repository).map(Repository::format).filter("yum"::equals).isEmpty()) {
      return;
    }
    // Read before the packages are: a change after that keeps the note.
    Optional<Long> changes =
        hosted
            .jdbc()
            .sql("SELECT changes FROM stale_repodata WHERE repository_id = ?")
            .param(repository)
            .query(Long.class)
            .optional();
    Map<String, byte[]> files = new LinkedHashMap<>();
    build(repository, files);
    swap(repository, files, changes.orElse(-1L));
  }

  private void build(int repository, Map<String, byte[]> files) throws IOException {
    RepositoryCreator creator =
        new RepositoryCreator.Builder()
            .setTarget(
                (name, type, content) -> {
                  ByteArrayOutputStream out = new ByteArrayOutputStream();
                  content.accept(out);
                  files.put(name, out.toByteArray());
                })
            .build();
    creator.process(
        context -> {
          long after = 0;
          List<Asset> page = hosted.assets().page(repository, after, PAGE);
          while (!page.isEmpty()) {
            for (Asset asset : page) {
              add(context, asset);
              after = asset.id();
            }
            page = hosted.assets().page(repository, after, PAGE);
          }
        });
  }

  private static void add(RepositoryCreator.Context context, Asset asset) throws IOException {
    RpmInformation information =
        INFORMATION.treeToValue(asset.attributes().path("rpm"), RpmInformation.class);
    context.addPackage(
        new RepositoryCreator.FileInformation(asset.updated(), asset.blob().size(), asset.path()),
        information,
        Map.of(HashAlgorithm.SHA256, asset.blob().sha256()),
        HashAlgorithm.SHA256);
  }

  /** Writes the new files, and removes those of the build before the last, in one transaction. */
  private void swap(int repository, Map<String, byte[]> files, long changes) {
    hosted
        .deposits()
        .inTransaction(
            () -> {
              List<String> before = hosted.documents().paths(repository, "repodata/");
              Set<String> last = lastBuild(repository);
              // Only what clients ask for: the files that repomd.xml names, compressed.
              files.forEach(
                  (name, content) -> {
                    if (name.endsWith(".gz") || name.equals(REPOMD)) {
                      hosted.documents().write(repository, name, type(name), content);
                    }
                  });
              List<String> old = new ArrayList<>(before);
              old.removeAll(last);
              old.remove(REPOMD);
              old.removeAll(files.keySet());
              old.forEach(name -> hosted.documents().delete(repository, name));
              hosted
                  .jdbc()
                  .sql("DELETE FROM stale_repodata WHERE repository_id = ? AND changes = ?")
                  .param(repository)
                  .param(changes)
                  .update();
              return null;
            });
  }

  /** The files that the present {@code repomd.xml} names. */
  private Set<String> lastBuild(int repository) {
    Set<String> names = new HashSet<>();
    hosted
        .documents()
        .find(repository, REPOMD)
        .ifPresent(
            document -> {
              String text = new String(document.content(), StandardCharsets.UTF_8);
              var links = Pattern.compile("href=\"([^\"]+)\"").matcher(text);
              while (links.find()) {
                names.add(links.group(1));
              }
            });
    return names;
  }

  private static String type(String name) {
    return name.endsWith(".gz") ? "application/gzip" : "application/xml";
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
