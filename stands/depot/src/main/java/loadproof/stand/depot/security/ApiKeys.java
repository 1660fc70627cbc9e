package loadproof.stand.depot.security;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import loadproof.stand.depot.store.Digests;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Keys that clients send in place of a password, each of one realm. */
public final class ApiKeys {
  private final JdbcClient jdbc;

  public ApiKeys(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Makes a key, as {@code NpmToken.UUID}; only its hash is kept. */
  public String make(String realm, String user) {
    String key = realm + "." + UUID.randomUUID();
    jdbc.sql("INSERT INTO api_key (hash, realm, user_id) VALUES (?, ?, ?)")
        .param(hash(key))
        .param(realm)
        .param(user)
        .update();
    return key;
  }

  /** The active user of a key. */
  Optional<String> user(String realm, String key) {
    return jdbc.sql(
            """
            SELECT a.id FROM api_key k JOIN account a ON a.id = k.user_id
             WHERE k.hash = ? AND k.realm = ? AND a.status = 'active'""")
        .param(hash(key))
        .param(realm)
        .query(String.class)
        .optional();
  }

  public boolean delete(String realm, String key) {
    return jdbc.sql("DELETE FROM api_key WHERE hash = ? AND realm = ?")
            .param(hash(key))
            .param(realm)
            .update()
        > 0;
  }

  private static String hash(String key) {
    return Digests.hex("SHA-256", key.getBytes(StandardCharsets.UTF_8));
  }
}
