package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Accounts;
import loadproof.stand.depot.security.Permission;
import loadproof.stand.depot.security.Selectors;
import loadproof.stand.depot.store.Json;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Privileges of every type; what each type must have is checked. */
@RestController
@RequestMapping("/service/rest/v1/security/privileges")
class PrivilegesController {
  private static final JsonBody<JsonNode> BODY =
      new JsonBody<>(
          JsonNode.class,
          "{\"name\": \"read-maven\", \"format\": \"maven2\", \"repository\": \"*\", \"actions\":"
              + " [\"READ\", \"BROWSE\"]}");

  /** The properties that a privilege of each type must have. */
  private static final Map<String, List<String>> NEEDED =
      Map.of(
          "wildcard", List.of("pattern"),
          "application", List.of("domain", "actions"),
          "script", List.of("scriptName", "actions"),
          "repository-admin", List.of("format", "repository", "actions"),
          "repository-view", List.of("format", "repository", "actions"),
          "repository-content-selector",
              List.of("format", "repository", "contentSelector", "actions"));

  private final JdbcClient jdbc;
  private final Accounts accounts;
  private final Selectors selectors;

  PrivilegesController(JdbcClient jdbc, Accounts accounts, Selectors selectors) {
    this.jdbc = jdbc;
    this.accounts = accounts;
    this.selectors = selectors;
  }

  @GetMapping
  @Permission("nexus:privileges:read")
  List<ObjectNode> all() {
    return jdbc.sql(
            "SELECT name, description, type, read_only, properties FROM privilege ORDER BY name")
        .query(PrivilegesController::row)
        .list();
  }

  @GetMapping("/{name}")
  @Permission("nexus:privileges:read")
  ObjectNode one(@PathVariable String name) {
    return jdbc.sql(
            "SELECT name, description, type, read_only, properties FROM privilege WHERE name = ?")
        .param(name)
        .query(PrivilegesController::row)
        .optional()
        .orElseThrow(() -> unknown(name));
  }

  @PostMapping("/{type}")
  @Permission("nexus:privileges:create")
  @ResponseStatus(HttpStatus.CREATED)
  void create(@PathVariable String type, HttpServletRequest request) throws IOException {
    JsonNode sent = Bodies.read(request, BODY);
    String name = sent.path("name").asText();
    if (!name.matches("[A-Za-z0-9*][A-Za-z0-9*._-]{0,199}")) {
      throw new Refusal(400, "name must have 1 to 200 characters of A-Z, a-z, 0-9, * . _ -");
    }
    jdbc.sql(
            "INSERT INTO privilege (name, description, type, properties) VALUES (?, ?, ?, ?::jsonb)")
        .param(name)
        .param(sent.path("description").asText())
        .param(type)
        .param(properties(type, sent).toString())
        .update();
    accounts.changed();
  }

  @PutMapping("/{type}/{name}")
  @Permission("nexus:privileges:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void update(@PathVariable String type, @PathVariable String name, HttpServletRequest request)
      throws IOException {
    JsonNode sent = Bodies.read(request, BODY);
    int changed =
        jdbc.sql(
                """
                UPDATE privilege SET description = ?, properties = ?::jsonb
                 WHERE name = ? AND type = ? AND NOT read_only""")
            .param(sent.path("description").asText())
            .param(properties(type, sent).toString())
            .param(name)
            .param(type)
            .update();
    if (changed == 0) {
      throw unknown(name);
    }
    accounts.changed();
  }

  @DeleteMapping("/{name}")
  @Permission("nexus:privileges:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String name) {
    if (jdbc.sql("DELETE FROM privilege WHERE name = ? AND NOT read_only").param(name).update()
        == 0) {
      throw unknown(name);
    }
    accounts.changed();
  }

  private static Refusal unknown(String name) {
    return new Refusal(404, "there is no privilege \"" + name + "\" that can be changed or shown");
  }

  private ObjectNode properties(String type, JsonNode sent) {
    List<String> needed = NEEDED.get(type);
    if (needed == null) {
      throw new Refusal(404, "there is no type of privileges \"" + type + "\"");
    }
    ObjectNode properties = Json.object();
    for (String property : needed) {
      JsonNode value = sent.get(property);
      boolean given =
          property.equals("actions")
              ? value != null && value.isArray() && !value.isEmpty()
              : value != null && value.isTextual() && !value.asText().isBlank();
      if (!given) {
        throw new Refusal(400, property + " is missing");
      }
      properties.set(property, value);
    }
    String selector = properties.path("contentSelector").asText();
    if (!selector.isEmpty() && selectors.find(selector).isEmpty()) {
      throw new Refusal(400, "there is no content selector \"" + selector + "\"");
    }
    return properties;
  }

  private static ObjectNode row(ResultSet result, int number) throws SQLException {
    ObjectNode row = Json.object();
    row.put("type", result.getString("type"));
    row.put("name", result.getString("name"));
    row.put("description", result.getString("description"));
    row.put("readOnly", result.getBoolean("read_only"));
    row.setAll((ObjectNode) Json.stored(result.getString("properties")));
    return row;
  }
}
