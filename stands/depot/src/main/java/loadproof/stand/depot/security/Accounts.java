package loadproof.stand.depot.security;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import loadproof.stand.depot.store.Json;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Users with their roles, and what these permit. */
public final class Accounts {
  private static final String COLUMNS = "id, first_name, last_name, email, status, password_hash";

  /** Roles that a user has, those of their roles included. */
  private static final String PRIVILEGES =
      """
      WITH RECURSIVE held (role_id) AS (
          SELECT role_id FROM user_role WHERE user_id = ?
          UNION
          SELECT c.child FROM role_role c JOIN held h ON c.role_id = h.role_id
      )
      SELECT DISTINCT p.name, p.type, p.properties::text
        FROM held h
        JOIN role_privilege rp ON rp.role_id = h.role_id
        JOIN privilege p ON p.name = rp.privilege""";

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Selectors selectors;

  /** Counts the changes of users, roles, privileges and selectors. */
  private final AtomicLong changes = new AtomicLong();

  /** Counts the changes of each user's password and status, from the start of the service on. */
  private final Map<String, Long> changesOfUsers = new ConcurrentHashMap<>();

  public Accounts(JdbcClient jdbc, TransactionTemplate transactions, Selectors selectors) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.selectors = selectors;
  }

  /** One user; {@code status} is {@code active} or {@code disabled}. */
  public record Account(
      String id,
      String firstName,
      String lastName,
      String email,
      String status,
      String passwordHash,
      List<String> roles) {
    public boolean isActive() {
      return status.equals("active");
    }
  }

  public long changes() {
    return changes.get();
  }

  long changesOf(String user) {
    return changesOfUsers.getOrDefault(user, 0L);
  }

  private void changed(String user) {
    changesOfUsers.merge(user, 1L, Long::sum);
    changed();
  }

  /** Makes permissions that were read before out of date. */
  public void changed() {
    changes.incrementAndGet();
  }

  public Optional<Account> find(String id) {
    return jdbc.sql("SELECT " + COLUMNS + " FROM account WHERE id = ?")
        .param(id)
        .query(Accounts::row)
        .optional()
        .map(this::withRoles);
  }

  /** All users whose id begins so; the roles of each are asked for one by one. */
  public List<Account> all(String prefix) {
    List<Account> users =
        jdbc.sql("SELECT " + COLUMNS + " FROM account WHERE starts_with(id, ?) ORDER BY id")
            .param(prefix)
            .query(Accounts::row)
            .list();
    List<Account> whole = new ArrayList<>(users.size());
    users.forEach(user -> whole.add(withRoles(user)));
    return whole;
  }

  public void insert(Account account) {
    transactions.executeWithoutResult(
        status -> {
          jdbc.sql(
                  """
                  INSERT INTO account (id, first_name, last_name, email, status, password_hash)
                  VALUES (?, ?, ?, ?, ?, ?)""")
              .param(account.id())
              .param(account.firstName())
              .param(account.lastName())
              .param(account.email())
              .param(account.status())
              .param(account.passwordHash())
              .update();
          writeRoles(account);
        });
    changed(account.id());
  }

  /** Writes all but the password. */
  public void update(Account account) {
    transactions.executeWithoutResult(
        status -> {
          jdbc.sql(
                  """
                  UPDATE account SET first_name = ?, last_name = ?, email = ?, status = ?
                   WHERE id = ?""")
              .param(account.firstName())
              .param(account.lastName())
              .param(account.email())
              .param(account.status())
              .param(account.id())
              .update();
          jdbc.sql("DELETE FROM user_role WHERE user_id = ?").param(account.id()).update();
          writeRoles(account);
        });
    changed(account.id());
  }

  public void updatePassword(String id, String hash) {
    jdbc.sql("UPDATE account SET password_hash = ? WHERE id = ?").param(hash).param(id).update();
    changed(id);
  }

  public boolean delete(String id) {
    boolean gone =
        Boolean.TRUE.equals(
            transactions.execute(
                status -> {
                  jdbc.sql("DELETE FROM user_role WHERE user_id = ?").param(id).update();
                  return jdbc.sql("DELETE FROM account WHERE id = ?").param(id).update() == 1;
                }));
    changed(id);
    return gone;
  }

  /** Reads the permissions of a user. */
  Grants grants(String user) {
    Grants grants = new Grants();
    var compiled = selectors.compiled();
    jdbc.sql(PRIVILEGES)
        .param(user)
        .query(
            result -> {
              grants.add(result.getString(2), Json.stored(result.getString(3)), compiled);
            });
    return grants;
  }

  /** The permissions of a user as texts, read anew. */
  public List<String> permissions(String user) {
    return grants(user).texts();
  }

  private void writeRoles(Account account) {
    account
        .roles()
        .forEach(
            role ->
                jdbc.sql("INSERT INTO user_role (user_id, role_id) VALUES (?, ?)")
                    .param(account.id())
                    .param(role)
                    .update());
  }

  private Account withRoles(Account user) {
    List<String> roles =
        jdbc.sql("SELECT role_id FROM user_role WHERE user_id = ? ORDER BY role_id")
            .param(user.id())
            .query(String.class)
            .list();
    return new Account(
        user.id(),
        user.firstName(),
        user.lastName(),
        user.email(),
        user.status(),
        user.passwordHash(),
        roles);
  }

  private static Account row(ResultSet result, int number) throws SQLException {
    return new Account(
        result.getString("id"),
        result.getString("first_name"),
        result.getString("last_name"),
        result.getString("email"),
        result.getString("status"),
        result.getString("password_hash"),
        List.of());
  }
}
