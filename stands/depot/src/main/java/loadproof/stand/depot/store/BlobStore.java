package loadproof.stand.depot.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import loadproof.stand.Fault;
import loadproof.stand.Refusal;

/**
 * Blobs as files: {@code content/ab/UUID}, written below {@code uploads} until they are whole.
 *
 * <p>One process at a time uses a store. A file gets its name before the row that points to it is
 * committed, and is removed after that row has gone, so that no row ever points to nothing. What a
 * crash leaves between the two is a file without a row, which {@link #sweep} removes.
 */
public final class BlobStore {
  private static final int QUERIED_AT_ONCE = 1000;
  private static final int FOLDERS = 256;

  private final Path root;
  private final Path content;
  private final Path uploads;
  private final boolean durable;
  private final Supplier<UUID> names;

  /** Blobs that may be on the disk while their row is not yet, or not any more. */
  private final Set<UUID> pending = ConcurrentHashMap.newKeySet();

  private BlobStore(Path root, boolean durable, Supplier<UUID> names) {
    this.root = root;
    this.content = root.resolve("content");
    this.uploads = root.resolve("uploads");
    this.durable = durable;
    this.names = names;
  }

  /** Number and bytes of the blobs, and the bytes that the file system has left. */
  public record Usage(long blobs, long bytes, long free) {}

  /**
   * Opens the store of a service, and removes what uploads of a process that died have left.
   *
   * @throws Fault when the directory cannot be used
   */
  public static BlobStore open(Path root) {
    return opened(new BlobStore(root, true, UUID::randomUUID));
  }

  /**
   * Opens a store that is only just being made: nothing is synced, and {@code names} names blobs.
   */
  public static BlobStore hasty(Path root, Supplier<UUID> names) {
    return opened(new BlobStore(root, false, names));
  }

  private static BlobStore opened(BlobStore store) {
    try {
      for (int folder = 0; folder < FOLDERS; folder++) {
        Files.createDirectories(store.content.resolve("%02x".formatted(folder)));
      }
      Files.createDirectories(store.uploads);
      store.removeDeadUploads();
      if (!Files.isWritable(store.uploads)) {
        throw new IOException("not writable");
      }
    } catch (IOException fault) {
      throw Fault.failure(
          "cannot use the blob store %s (%s). Cure: make the directory writable, or correct --blobs"
              .formatted(store.root, Fault.reason(fault)));
    }
    return store;
  }

  public Path root() {
    return root;
  }

  /**
   * Begins a blob.
   *
   * @throws Refusal 507 when the file system has no room for one more file
   */
  public Draft begin() {
    UUID id = names.get();
    pending.add(id);
    try {
      return new Draft(this, id, uploads.resolve(id.toString()));
    } catch (IOException fault) {
      pending.remove(id);
      throw refused(fault);
    }
  }

  /**
   * Opens a blob for reading.
   *
   * @throws NoSuchFileException when it was removed since its row was read
   */
  public FileChannel read(UUID id) throws IOException {
    return FileChannel.open(place(id), StandardOpenOption.READ);
  }

  public Path place(UUID id) {
    String name = id.toString();
    return content.resolve(name.substring(0, 2)).resolve(name);
  }

  /** Removes a blob of which the row has gone; one that is not there is no fault. */
  public void delete(UUID id) {
    try {
      Files.deleteIfExists(place(id));
    } catch (IOException fault) {
      // Its row has gone, so that the next sweep finds it.
      throw new UncheckedIOException(fault);
    }
  }

  /** Walks over all blobs: what they are now, not what somebody has counted. */
  public Usage usage() throws IOException {
    long[] sums = new long[2];
    Files.walkFileTree(
        content,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sums[0]++;
            sums[1] += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
            // A blob that was removed while it was walked to.
            if (fault instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw fault;
          }
        });
    return new Usage(sums[0], sums[1], Files.getFileStore(root).getUsableSpace());
  }

  /**
   * Removes blobs without a row, and says how many.
   *
   * @param known the ones of some blobs that have a row
   */
  public int sweep(Function<Collection<UUID>, Set<UUID>> known) throws IOException {
    int removed = 0;
    for (int folder = 0; folder < FOLDERS; folder++) {
      List<UUID> batch = new ArrayList<>();
      try (Stream<Path> files = Files.list(content.resolve("%02x".formatted(folder)))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          UUID id = UUID.fromString(file.getFileName().toString());
          // Asked before the rows are: what is no more pending then has its row, if it gets one.
          if (!pending.contains(id)) {
            batch.add(id);
          }
          if (batch.size() == QUERIED_AT_ONCE) {
            removed += removeUnknown(batch, known);
            batch.clear();
          }
        }
      }
      removed += removeUnknown(batch, known);
    }
    return removed;
  }

  private int removeUnknown(List<UUID> batch, Function<Collection<UUID>, Set<UUID>> known)
      throws IOException {
    if (batch.isEmpty()) {
      return 0;
    }
    Set<UUID> rows = known.apply(batch);
    int removed = 0;
    for (UUID id : batch) {
      if (!rows.contains(id) && Files.deleteIfExists(place(id))) {
        removed++;
      }
    }
    return removed;
  }

  private void removeDeadUploads() throws IOException {
    try (Stream<Path> files = Files.list(uploads)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.deleteIfExists(file);
      }
    }
  }

  boolean durable() {
    return durable;
  }

  void settled(UUID id) {
    pending.remove(id);
  }

  /** Makes the name of a file as durable as its bytes. */
  static void syncFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** The refusal of an upload that could not be written. */
  static Refusal refused(IOException fault) {
    String why = String.valueOf(fault.getMessage());
    boolean full =
        why.contains("No space left") || why.contains("quota") || why.contains("File too large");
    return full
        ? new Refusal(
            507, "the blob store has no room for this upload: make room, and upload again")
        : new Refusal(500, "the blob store cannot be written: see the log of the service");
  }
}
