package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Permission;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Repositories;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Tasks and scripts. */
@RestController
@RequestMapping("/service/rest/v1")
class TasksController {
  private static final JsonBody<Sent> BODY =
      new JsonBody<>(Sent.class, "{\"name\": \"compact\", \"type\": \"blobstore.compact\"}");

  private final Tasks tasks;
  private final Repositories repositories;
  private final JdbcClient jdbc;

  TasksController(Tasks tasks, Repositories repositories, JdbcClient jdbc) {
    this.tasks = tasks;
    this.repositories = repositories;
    this.jdbc = jdbc;
  }

  /** A task as it is sent. */
  record Sent(String name, String type, String repository) {}

  @GetMapping("/tasks")
  @Permission("nexus:tasks:read")
  ObjectNode all(@RequestParam(defaultValue = "") String type) {
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    tasks.all(type).forEach(task -> items.add(shown(task)));
    return page.putNull("continuationToken");
  }

  @GetMapping("/tasks/{id}")
  @Permission("nexus:tasks:read")
  ObjectNode one(@PathVariable String id) {
    return shown(tasks.named(id));
  }

  @PostMapping("/tasks")
  @Permission("nexus:tasks:create")
  @ResponseStatus(HttpStatus.CREATED)
  ObjectNode create(HttpServletRequest request) throws IOException {
    Sent sent = Bodies.read(request, BODY);
    String type = Bodies.given(sent.type(), "type");
    if (!Tasks.TYPES.containsKey(type)) {
      throw new Refusal(400, "there is no type of tasks \"" + type + "\"");
    }
    if (type.startsWith("repository.")) {
      repositories.named(Bodies.given(sent.repository(), "repository"));
    }
    UUID id = UUID.randomUUID();
    jdbc.sql("INSERT INTO task (id, name, type, repository) VALUES (?, ?, ?, ?)")
        .param(id)
        .param(Bodies.given(sent.name(), "name"))
        .param(type)
        .param(sent.repository())
        .update();
    return shown(tasks.named(id.toString()));
  }

  @PostMapping("/tasks/{id}/run")
  @Permission("nexus:tasks:start")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void run(@PathVariable String id) {
    tasks.run(tasks.named(id));
  }

  @DeleteMapping("/tasks/{id}")
  @Permission("nexus:tasks:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String id) {
    jdbc.sql("DELETE FROM task WHERE id = ?").param(tasks.named(id).id()).update();
  }

  private static ObjectNode shown(Tasks.Task task) {
    return Json.object()
        .put("id", task.id().toString())
        .put("name", task.name())
        .put("type", task.type())
        .put("typeName", Tasks.TYPES.getOrDefault(task.type(), task.type()))
        .put("repository", task.repository())
        .put("message", task.message())
        .put("schedule", task.schedule())
        .put("currentState", task.currentState())
        .put("lastRunResult", task.lastRunResult())
        .putNull("nextRun")
        .put("lastRun", task.lastRun() == null ? null : task.lastRun().toString());
  }

  @GetMapping("/script")
  @Permission("nexus:script:*:read")
  List<Script> scripts() {
    return jdbc.sql("SELECT name, content, type FROM script ORDER BY name")
        .query(Script.class)
        .list();
  }

  /** A script that was kept of earlier times. */
  record Script(String name, String content, String type) {}

  @GetMapping("/script/{name}")
  @Permission("nexus:script:*:read")
  Script script(@PathVariable String name) {
    return jdbc.sql("SELECT name, content, type FROM script WHERE name = ?")
        .param(name)
        .query(Script.class)
        .optional()
        .orElseThrow(() -> new Refusal(404, "there is no script \"" + name + "\""));
  }

  // As Nexus has it unless somebody allows scripts: what there is may be read and deleted.
  @PostMapping({"/script", "/script/{name}", "/script/{name}/run"})
  @Permission("nexus:script:*:add")
  void refuseScript() {
    throw new Refusal(410, "scripts are neither made nor run here");
  }

  @DeleteMapping("/script/{name}")
  @Permission("nexus:script:*:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteScript(@PathVariable String name) {
    if (jdbc.sql("DELETE FROM script WHERE name = ?").param(name).update() == 0) {
      throw new Refusal(404, "there is no script \"" + name + "\"");
    }
  }
}
