package loadproof.stand.depot.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/** The four digests of a blob, taken while its bytes pass by. */
public final class Digests {
  private static final HexFormat HEX = HexFormat.of();

  private final MessageDigest md5 = digest("MD5");
  private final MessageDigest sha1 = digest("SHA-1");
  private final MessageDigest sha256 = digest("SHA-256");
  private final MessageDigest sha512 = digest("SHA-512");

  /** Adds bytes to all four. */
  public void update(byte[] bytes, int offset, int length) {
    md5.update(bytes, offset, length);
    sha1.update(bytes, offset, length);
    sha256.update(bytes, offset, length);
    sha512.update(bytes, offset, length);
  }

  Blob blob(UUID id, long size) {
    return new Blob(id, size, hex(md5), hex(sha1), hex(sha256), hex(sha512));
  }

  /** The digest of a few bytes in hex; {@code algorithm} as {@code SHA-256}. */
  public static String hex(String algorithm, byte[] bytes) {
    return HEX.formatHex(digest(algorithm).digest(bytes));
  }

  private static String hex(MessageDigest digest) {
    return HEX.formatHex(digest.digest());
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException fault) {
      throw new IllegalStateException("every Java has " + algorithm, fault);
    }
  }
}
