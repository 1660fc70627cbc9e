package loadproof.stand.depot.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import loadproof.stand.Refusal;

/** Paths inside of a repository, as requests write them. */
public final class Paths {
  private static final int MOST_CHARACTERS = 1024;

  private Paths() {}

  /**
   * Decodes a raw path once; {@code %2F} is a slash, as clients of npm write it.
   *
   * @throws Refusal 400 for a path that leaves the repository or that no file can have
   */
  public static String decoded(String raw) {
    String path = percentDecoded(raw);
    if (path.length() > MOST_CHARACTERS) {
      throw new Refusal(400, "the path is longer than " + MOST_CHARACTERS + " characters");
    }
    checkSegments(path);
    return path;
  }

  /**
   * Refuses segments that are empty, {@code .} or {@code ..}, and characters that no path has.
   *
   * @throws Refusal 400
   */
  public static void checkSegments(String path) {
    boolean control = path.chars().anyMatch(sign -> sign < ' ' || sign == 0x7f || sign == '\\');
    if (control) {
      throw new Refusal(400, "the path has a control character or a backslash");
    }
    String folder = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (folder.isEmpty()) {
      return;
    }
    for (String segment : folder.split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        throw new Refusal(400, "the path has the segment \"" + segment + "\"");
      }
    }
  }

  private static String percentDecoded(String raw) {
    if (raw.indexOf('%') < 0) {
      return raw;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    byte[] given = raw.getBytes(StandardCharsets.UTF_8);
    for (int index = 0; index < given.length; index++) {
      if (given[index] != '%') {
        bytes.write(given[index]);
        continue;
      }
      int high = index + 2 < given.length ? Character.digit(given[index + 1], 16) : -1;
      int low = index + 2 < given.length ? Character.digit(given[index + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new Refusal(400, "the path has a % without two hex digits");
      }
      bytes.write(high << 4 | low);
      index += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException fault) {
      throw new Refusal(400, "the path is no UTF-8");
    }
  }
}
