package loadproof.stand.depot.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import loadproof.stand.Refusal;

/**
 * A blob that is being written; it is removed by {@link #close} unless it was kept.
 *
 * <p>Write, {@link #complete}, look at it, {@link #publish}, commit its row, {@link #keep}.
 */
public final class Draft extends OutputStream {
  private final BlobStore store;
  private final UUID id;
  private final Path file;
  private final FileChannel channel;
  private final Digests digests = new Digests();
  private long size;
  private Blob blob;
  private Path place;
  private boolean left;

  Draft(BlobStore store, UUID id, Path file) throws IOException {
    this.store = store;
    this.id = id;
    this.file = file;
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  /**
   * Writes bytes and digests them.
   *
   * @throws Refusal 507 when the file system is full
   */
  @Override
  public void write(byte[] bytes, int offset, int length) {
    try {
      ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    } catch (IOException fault) {
      throw BlobStore.refused(fault);
    }
    digests.update(bytes, offset, length);
    size += length;
  }

  /** Ends the writing: bytes are on the disk, and have their digests. */
  public Blob complete() {
    if (blob == null) {
      try {
        if (store.durable()) {
          channel.force(true);
        }
        channel.close();
      } catch (IOException fault) {
        throw BlobStore.refused(fault);
      }
      blob = digests.blob(id, size);
    }
    return blob;
  }

  /** The file, to look into after {@link #complete}. */
  public Path file() {
    return place == null ? file : place;
  }

  /** Gives the file its place in the store, from which on a row may point to it. */
  public Blob publish() {
    complete();
    Path target = store.place(id);
    try {
      Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
      place = target;
      if (store.durable()) {
        BlobStore.syncFolder(target.getParent());
      }
    } catch (IOException fault) {
      throw BlobStore.refused(fault);
    }
    return blob;
  }

  /** The row is committed: the blob stays. */
  public void keep() {
    left = true;
    store.settled(id);
  }

  /** Nobody knows whether the row was committed: the blob stays until a sweep asks for its row. */
  public void leave() {
    keep();
  }

  /** Removes the blob unless it was kept. */
  @Override
  public void close() throws IOException {
    if (!left) {
      channel.close();
      Files.deleteIfExists(file());
      store.settled(id);
    }
  }
}
