package loadproof.stand.depot.admin;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Accounts;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Roles with their privileges and the roles that they include. */
public final class Roles {
  // Each role with its privileges times its roles, brought together again by DISTINCT: tables
  // without an index, joined as they are in the product that the depot stands for.
  private static final String ROWS =
      """
      SELECT r.id, r.source, r.name, r.description, r.read_only,
             coalesce(array_agg(DISTINCT p.privilege) FILTER (WHERE p.privilege IS NOT NULL), '{}')
                 AS privileges,
             coalesce(array_agg(DISTINCT c.child) FILTER (WHERE c.child IS NOT NULL), '{}') AS roles
        FROM role r
        LEFT JOIN role_privilege p ON p.role_id = r.id
        LEFT JOIN role_role c ON c.role_id = r.id
       WHERE %s
       GROUP BY r.id ORDER BY r.id""";

  private static final String INCLUDED =
      """
      WITH RECURSIVE held (role_id) AS (
          SELECT unnest(?)
          UNION
          SELECT c.child FROM role_role c JOIN held h ON c.role_id = h.role_id
      )
      SELECT count(*) FROM held WHERE role_id = ?""";

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Accounts accounts;

  public Roles(JdbcClient jdbc, TransactionTemplate transactions, Accounts accounts) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.accounts = accounts;
  }

  /** One role. */
  public record Role(
      String id,
      String source,
      String name,
      String description,
      boolean readOnly,
      List<String> privileges,
      List<String> roles) {}

  public List<Role> all() {
    return jdbc.sql(ROWS.formatted("true")).query(Roles::row).list();
  }

  public Optional<Role> find(String id) {
    return jdbc.sql(ROWS.formatted("r.id = ?")).param(id).query(Roles::row).optional();
  }

  /** The ids among these of which there is no role. */
  public List<String> unknown(List<String> ids) {
    return jdbc.sql(
            "SELECT asked FROM unnest(?) AS asked WHERE NOT EXISTS (SELECT 1 FROM role WHERE id = asked)")
        .param(ids.toArray(String[]::new))
        .query(String.class)
        .list();
  }

  /**
   * Makes a role.
   *
   * @throws Refusal 400 for privileges and roles that are not there
   */
  public void insert(Role role) {
    transactions.executeWithoutResult(
        status -> {
          check(role);
          jdbc.sql("INSERT INTO role (id, source, name, description) VALUES (?, 'default', ?, ?)")
              .param(role.id())
              .param(role.name())
              .param(role.description())
              .update();
          writeLinks(role);
        });
    accounts.changed();
  }

  /**
   * Changes a role.
   *
   * @throws Refusal 404 for an unknown one, 400 where it would include itself
   */
  public void update(Role role) {
    transactions.executeWithoutResult(
        status -> {
          check(role);
          int changed =
              jdbc.sql("UPDATE role SET name = ?, description = ? WHERE id = ? AND NOT read_only")
                  .param(role.name())
                  .param(role.description())
                  .param(role.id())
                  .update();
          if (changed == 0) {
            throw missing(role.id());
          }
          deleteLinks(role.id());
          writeLinks(role);
        });
    accounts.changed();
  }

  public void delete(String id) {
    transactions.executeWithoutResult(
        status -> {
          int gone = jdbc.sql("DELETE FROM role WHERE id = ? AND NOT read_only").param(id).update();
          if (gone == 0) {
            throw missing(id);
          }
          deleteLinks(id);
          jdbc.sql("DELETE FROM role_role WHERE child = ?").param(id).update();
          jdbc.sql("DELETE FROM user_role WHERE role_id = ?").param(id).update();
        });
    accounts.changed();
  }

  private static Refusal missing(String id) {
    return new Refusal(404, "there is no role \"" + id + "\" that can be changed");
  }

  private void check(Role role) {
    List<String> unknown = unknown(role.roles());
    if (!unknown.isEmpty()) {
      throw new Refusal(400, "there is no role \"" + unknown.get(0) + "\"");
    }
    List<String> unknownPrivileges =
        jdbc.sql(
                "SELECT asked FROM unnest(?) AS asked WHERE NOT EXISTS (SELECT 1 FROM privilege WHERE name = asked)")
            .param(role.privileges().toArray(String[]::new))
            .query(String.class)
            .list();
    if (!unknownPrivileges.isEmpty()) {
      throw new Refusal(400, "there is no privilege \"" + unknownPrivileges.get(0) + "\"");
    }
    long cycles =
        jdbc.sql(INCLUDED)
            .param(role.roles().toArray(String[]::new))
            .param(role.id())
            .query(Long.class)
            .single();
    if (cycles > 0) {
      throw new Refusal(400, "the role would include itself");
    }
  }

  private void writeLinks(Role role) {
    role.privileges().stream()
        .distinct()
        .forEach(
            privilege ->
                jdbc.sql("INSERT INTO role_privilege (role_id, privilege) VALUES (?, ?)")
                    .param(role.id())
                    .param(privilege)
                    .update());
    role.roles().stream()
        .distinct()
        .forEach(
            child ->
                jdbc.sql("INSERT INTO role_role (role_id, child) VALUES (?, ?)")
                    .param(role.id())
                    .param(child)
                    .update());
  }

  private void deleteLinks(String id) {
    jdbc.sql("DELETE FROM role_privilege WHERE role_id = ?").param(id).update();
    jdbc.sql("DELETE FROM role_role WHERE role_id = ?").param(id).update();
  }

  private static Role row(ResultSet result, int number) throws SQLException {
    return new Role(
        result.getString("id"),
        result.getString("source"),
        result.getString("name"),
        result.getString("description"),
        result.getBoolean("read_only"),
        texts(result, "privileges"),
        texts(result, "roles"));
  }

  private static List<String> texts(ResultSet result, String column) throws SQLException {
    return Arrays.asList((String[]) result.getArray(column).getArray());
  }
}
