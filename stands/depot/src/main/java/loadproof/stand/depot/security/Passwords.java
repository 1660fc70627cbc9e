package loadproof.stand.depot.security;

import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Hashes of passwords by bcrypt; a hash takes some 0.2 s of CPU, and so does each comparison. */
public final class Passwords {
  /** Binary logarithm of the rounds. */
  public static final int STRENGTH = 12;

  /** Longer ones are cut by bcrypt, and refused here. */
  public static final int MOST_BYTES = 72;

  private final BCryptPasswordEncoder encoder = new BCryptPasswordEncoder(STRENGTH);

  /** Compared with where there is no such user, so that the time of an answer does not tell. */
  private final String nobody = encoder.encode("nobody");

  public String hash(String password) {
    return encoder.encode(password);
  }

  public boolean matches(String password, String hash) {
    return encoder.matches(password, hash == null ? nobody : hash) && hash != null;
  }
}
