package loadproof.stand.depot.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Settings;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.crypto.bcrypt.BCrypt;

/** Repositories, privileges, roles, users and what else an administrator has made in some years. */
final class People {
  private static final String[] FORMATS = {"maven2", "npm", "nuget", "pypi", "raw", "yum"};
  private static final String[] ACTIONS = {"READ", "BROWSE", "EDIT", "ADD", "DELETE"};
  private static final int SELECTORS = 100;
  private static final int CHILDREN = 30;
  private static final int PRIVILEGES = 6;
  private static final int ROLES_OF_A_USER = 3;

  /** One role of so many includes others; those include none. */
  private static final int ROLES_FOR_A_PARENT = 10;

  // The same hash on every machine needs the same salt; 2^12 rounds, as the service's own.
  private static final String SALT = "$2a$12$loadproofDepotStandSa.";

  private final JdbcTemplate jdbc;
  private final SplittableRandom random = new SplittableRandom(1219);
  private final List<String> privileges = new ArrayList<>();

  People(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  void repositories() {
    String sql =
        "INSERT INTO repository (name, format, write_policy, version_policy) VALUES (?, ?, ?, ?)";
    jdbc.update(sql, "maven-releases", "maven2", "ALLOW_ONCE", "RELEASE");
    jdbc.update(sql, "maven-snapshots", "maven2", "ALLOW", "SNAPSHOT");
    jdbc.update(sql, "npm-hosted", "npm", "ALLOW_ONCE", "MIXED");
    jdbc.update(sql, "nuget-hosted", "nuget", "ALLOW_ONCE", "MIXED");
    jdbc.update(sql, "pypi-hosted", "pypi", "ALLOW_ONCE", "MIXED");
    jdbc.update(sql, "raw-hosted", "raw", "ALLOW", "MIXED");
    jdbc.update(sql, "yum-hosted", "yum", "ALLOW_ONCE", "MIXED");
  }

  void privileges() {
    privilege("nx-all", "wildcard", Json.object().put("pattern", "nexus:*"));
    ObjectNode keys = Json.object().put("domain", "apikey");
    keys.putArray("actions").add("CREATE");
    privilege("nx-apikey-create", "application", keys);
    for (String format :
        new String[] {
          "*", FORMATS[0], FORMATS[1], FORMATS[2], FORMATS[3], FORMATS[4], FORMATS[5]
        }) {
      for (String action : ACTIONS) {
        ObjectNode properties = Json.object().put("format", format).put("repository", "*");
        properties.putArray("actions").add(action);
        privilege(
            "nx-repository-view-%s-*-%s".formatted(format, action.toLowerCase(Locale.ROOT)),
            "repository-view",
            properties);
      }
    }
    for (int number = 0; number < SELECTORS; number++) {
      String name = "selector-%03d".formatted(number);
      jdbc.update(
          "INSERT INTO content_selector (name, description, expression) VALUES (?, ?, ?)",
          name,
          "Packages of group " + number,
          "format == \"maven2\" and path =^ \"/org/example/group%03d/\"".formatted(number));
      for (String action : ACTIONS) {
        ObjectNode properties = Json.object().put("format", "maven2").put("repository", "*");
        properties.put("contentSelector", name);
        properties.putArray("actions").add(action);
        privilege(
            name + "-" + action.toLowerCase(Locale.ROOT),
            "repository-content-selector",
            properties);
      }
    }
  }

  private void privilege(String name, String type, ObjectNode properties) {
    jdbc.update(
        "INSERT INTO privilege (name, description, type, read_only, properties) VALUES (?, ?, ?, ?, ?::jsonb)",
        name,
        "Privilege " + name,
        type,
        name.startsWith("nx-"),
        properties.toString());
    privileges.add(name);
  }

  void roles(int count) {
    role("nx-admin", "Administrator", "nx-all");
    role(
        "nx-anonymous",
        "Anonymous",
        "nx-repository-view-*-*-read",
        "nx-repository-view-*-*-browse");
    role(
        "deployer",
        "Deployer",
        "nx-repository-view-*-*-read",
        "nx-repository-view-*-*-browse",
        "nx-repository-view-*-*-edit",
        "nx-repository-view-*-*-add",
        "nx-repository-view-*-*-delete",
        "nx-apikey-create");
    int parents = count / ROLES_FOR_A_PARENT;
    List<Object[]> rows = new ArrayList<>();
    List<Object[]> held = new ArrayList<>();
    List<Object[]> included = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      String id = role(number);
      rows.add(new Object[] {id, "Role " + number, "Members of team " + number});
      for (int one = 0; one < PRIVILEGES; one++) {
        // Neither all of them nor keys: a team has parts of repositories.
        held.add(new Object[] {id, privileges.get(2 + random.nextInt(privileges.size() - 2))});
      }
      if (number < parents) {
        for (int child = 0; child < CHILDREN; child++) {
          included.add(new Object[] {id, role(parents + random.nextInt(count - parents))});
        }
      }
    }
    jdbc.batchUpdate("INSERT INTO role (id, name, description) VALUES (?, ?, ?)", rows);
    jdbc.batchUpdate("INSERT INTO role_privilege (role_id, privilege) VALUES (?, ?)", held);
    jdbc.batchUpdate("INSERT INTO role_role (role_id, child) VALUES (?, ?)", included);
  }

  private static String role(int number) {
    return "role-%05d".formatted(number);
  }

  private void role(String id, String name, String... held) {
    jdbc.update(
        "INSERT INTO role (id, name, read_only) VALUES (?, ?, ?)", id, name, id.startsWith("nx-"));
    for (String privilege : held) {
      jdbc.update("INSERT INTO role_privilege (role_id, privilege) VALUES (?, ?)", id, privilege);
    }
  }

  void users(int count, int roles) {
    user("admin", BCrypt.hashpw("admin123", SALT), "nx-admin");
    String hash = BCrypt.hashpw("password", SALT);
    user("anonymous", hash, "nx-anonymous");
    user("deployer", hash, "deployer");
    for (int number = 0; number < count; number++) {
      String[] held = new String[ROLES_OF_A_USER];
      for (int one = 0; one < held.length; one++) {
        held[one] = role(random.nextInt(roles));
      }
      user("user-%04d".formatted(number), hash, held);
    }
    jdbc.update("UPDATE account SET status = 'disabled' WHERE id LIKE 'user-%9'");
  }

  private void user(String id, String hash, String... roles) {
    jdbc.update(
        "INSERT INTO account (id, first_name, last_name, email, password_hash) VALUES (?, ?, ?, ?, ?)",
        id,
        "First " + id,
        "Last",
        id + "@example.org",
        hash);
    for (String role : new LinkedHashSet<>(List.of(roles))) {
      jdbc.update("INSERT INTO user_role (user_id, role_id) VALUES (?, ?)", id, role);
    }
  }

  /** Tasks, routing rules, scripts and settings. */
  void rest(Settings settings) {
    String[] types = {
      "blobstore.compact", "repository.yum.rebuild.metadata", "repository.maven.rebuild-metadata"
    };
    String[] repositories = {null, "yum-hosted", "maven-releases"};
    for (int number = 0; number < 30; number++) {
      UUID id = UUID.nameUUIDFromBytes(("task " + number).getBytes(StandardCharsets.UTF_8));
      jdbc.update(
          "INSERT INTO task (id, name, type, repository) VALUES (?, ?, ?, ?)",
          id,
          "Task %02d".formatted(number),
          types[number % types.length],
          repositories[number % types.length]);
      jdbc.update(
          "INSERT INTO routing_rule (name, mode, matchers) VALUES (?, ?, ?)",
          "rule-%02d".formatted(number),
          number % 2 == 0 ? "BLOCK" : "ALLOW",
          new String[] {"^/org/example/secret%02d/.*".formatted(number)});
      jdbc.update(
          "INSERT INTO script (name, content) VALUES (?, ?)",
          "script-%02d".formatted(number),
          "log.info('script %02d')".formatted(number));
    }
    settings.put(
        Authenticator.ANONYMOUS, Json.object().put("enabled", true).put("userId", "anonymous"));
    settings.put(
        "node", Json.object().put("nodeId", UUID.nameUUIDFromBytes(new byte[] {1}).toString()));
  }
}
