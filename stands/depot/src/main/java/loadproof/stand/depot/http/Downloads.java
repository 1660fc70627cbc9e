package loadproof.stand.depot.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Digests;

/** Answers with files: entity tags, conditions and one range of bytes, as RFC 9110 has them. */
public final class Downloads {
  private static final int BUFFER = 64 * 1024;
  private static final int TRIES = 3;

  private final BlobStore blobs;

  public Downloads(BlobStore blobs) {
    this.blobs = blobs;
  }

  /** Bytes to send, the last one included; all of them unless it is a part. */
  private record Range(long first, long last, boolean isPart) {}

  /** Entity of an answer: tag, time of change, type and size in bytes. */
  private record Entity(String tag, Instant changed, String contentType, long size) {}

  /**
   * Answers with a file; {@code find} is asked again where the file was replaced meanwhile.
   *
   * @throws Refusal 404 when there is none
   */
  public void send(
      HttpServletRequest request, HttpServletResponse response, Supplier<Optional<Asset>> find)
      throws IOException {
    for (int tried = 1; ; tried++) {
      Asset asset = find.get().orElseThrow(() -> new Refusal(404, "there is no such file"));
      Entity entity =
          new Entity(asset.entityTag(), asset.updated(), asset.contentType(), asset.blob().size());
      try (FileChannel channel = blobs.read(asset.blob().id())) {
        Range range = head(request, response, entity);
        if (range != null) {
          copy(channel, range, response.getOutputStream());
        }
        return;
      } catch (NoSuchFileException replaced) {
        if (tried == TRIES) {
          throw new Refusal(500, "the blob of this file is lost: upload it again");
        }
      }
    }
  }

  /** Answers with bytes that are made of others. */
  public void send(
      HttpServletRequest request,
      HttpServletResponse response,
      String contentType,
      byte[] content,
      Instant changed)
      throws IOException {
    Entity entity =
        new Entity(
            "\"" + Digests.hex("SHA-1", content) + "\"", changed, contentType, content.length);
    Range range = head(request, response, entity);
    if (range != null) {
      response
          .getOutputStream()
          .write(content, (int) range.first(), (int) (range.last() - range.first() + 1));
    }
  }

  /** Answers with a few bytes that no cache is to keep. */
  public static void plain(
      HttpServletResponse response, int status, String contentType, byte[] content)
      throws IOException {
    response.setStatus(status);
    response.setContentType(contentType);
    response.setContentLength(content.length);
    response.getOutputStream().write(content);
  }

  public static void plain(HttpServletResponse response, int status, String text)
      throws IOException {
    plain(response, status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes status and headers; the bytes to send, or null where there are none. */
  private static Range head(
      HttpServletRequest request, HttpServletResponse response, Entity entity) {
    response.setHeader("ETag", entity.tag());
    response.setHeader("Last-Modified", httpDate(entity.changed()));
    response.setHeader("Accept-Ranges", "bytes");
    // Whatever was uploaded, no browser runs it in this site's name.
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", "sandbox allow-forms allow-modals allow-popups");
    if (isUnchanged(request, entity)) {
      response.setStatus(304);
      return null;
    }
    Range range = asked(request, response, entity);
    if (range == null) {
      return null;
    }
    long length = range.last() - range.first() + 1;
    response.setContentType(entity.contentType());
    response.setContentLengthLong(length);
    return request.getMethod().equals("HEAD") || length == 0 ? null : range;
  }

  private static boolean isUnchanged(HttpServletRequest request, Entity entity) {
    String tags = request.getHeader("If-None-Match");
    if (tags != null) {
      return Arrays.stream(tags.split(","))
          .map(String::strip)
          .anyMatch(tag -> tag.equals("*") || tag.replaceFirst("^W/", "").equals(entity.tag()));
    }
    Instant since = date(request.getHeader("If-Modified-Since"));
    return since != null && !seconds(entity.changed()).isAfter(since);
  }

  /** The bytes to send: all, or the one range; null where the range is refused. */
  private static Range asked(
      HttpServletRequest request, HttpServletResponse response, Entity entity) {
    Range whole = new Range(0, entity.size() - 1, false);
    String header = request.getHeader("Range");
    // Several ranges may be answered with the whole, and are.
    if (header == null
        || !header.startsWith("bytes=")
        || header.indexOf(',') >= 0
        || !isSame(request.getHeader("If-Range"), entity)) {
      return whole;
    }
    String[] ends = header.substring("bytes=".length()).strip().split("-", -1);
    Range range = ends.length == 2 ? range(ends[0], ends[1], entity.size()) : whole;
    if (range == null) {
      response.setStatus(416);
      response.setHeader("Content-Range", "bytes */" + entity.size());
      response.setContentLength(0);
      return null;
    }
    if (range.isPart()) {
      response.setStatus(206);
      response.setHeader(
          "Content-Range", "bytes %d-%d/%d".formatted(range.first(), range.last(), entity.size()));
    }
    return range;
  }

  /** The range; null if no byte is in it; the whole for what is none. */
  private static Range range(String from, String to, long size) {
    Range whole = new Range(0, size - 1, false);
    boolean readable =
        (from.isEmpty() || isNumber(from))
            && (to.isEmpty() || isNumber(to))
            && !(from + to).isEmpty();
    if (!readable) {
      return whole;
    }
    if (from.isEmpty()) {
      long last = Long.parseLong(to);
      return last == 0 || size == 0 ? null : new Range(Math.max(0, size - last), size - 1, true);
    }
    long first = Long.parseLong(from);
    long last = to.isEmpty() ? size - 1 : Math.min(Long.parseLong(to), size - 1);
    if (!to.isEmpty() && Long.parseLong(to) < first) {
      return whole;
    }
    return first >= size ? null : new Range(first, last, true);
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d{1,18}");
  }

  private static boolean isSame(String ifRange, Entity entity) {
    if (ifRange == null) {
      return true;
    }
    if (ifRange.startsWith("\"") || ifRange.startsWith("W/")) {
      return ifRange.equals(entity.tag());
    }
    Instant date = date(ifRange);
    return date != null && date.equals(seconds(entity.changed()));
  }

  private static void copy(FileChannel channel, Range range, OutputStream out) throws IOException {
    channel.position(range.first());
    long left = range.last() - range.first() + 1;
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER, left));
    while (left > 0) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), left));
      int read = channel.read(buffer);
      if (read < 0) {
        throw new IOException("a blob is shorter than its row says");
      }
      out.write(buffer.array(), 0, read);
      left -= read;
    }
  }

  private static String httpDate(Instant instant) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        ZonedDateTime.ofInstant(seconds(instant), ZoneOffset.UTC));
  }

  private static Instant date(String header) {
    try {
      return header == null
          ? null
          : ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException fault) {
      return null;
    }
  }

  private static Instant seconds(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS);
  }
}
