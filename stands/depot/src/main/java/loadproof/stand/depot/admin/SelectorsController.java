package loadproof.stand.depot.admin;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Accounts;
import loadproof.stand.depot.security.Permission;
import loadproof.stand.depot.security.Selector;
import loadproof.stand.depot.security.Selectors;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Content selectors. */
@RestController
@RequestMapping("/service/rest/v1/security/content-selectors")
class SelectorsController {
  private static final JsonBody<Sent> BODY =
      new JsonBody<>(
          Sent.class,
          "{\"name\": \"org\", \"description\": \"\", \"expression\": \"path =^ '/org/'\"}");

  private final Selectors selectors;
  private final Accounts accounts;

  SelectorsController(Selectors selectors, Accounts accounts) {
    this.selectors = selectors;
    this.accounts = accounts;
  }

  /** A selector as it is sent. */
  record Sent(String name, String description, String expression) {}

  /** A selector as it is shown. */
  record Shown(String name, String type, String description, String expression) {
    static Shown of(Selectors.Row row) {
      return new Shown(row.name(), "csel", row.description(), row.expression());
    }
  }

  @GetMapping
  @Permission("nexus:selectors:read")
  List<Shown> all() {
    return selectors.all().stream().map(Shown::of).toList();
  }

  @GetMapping("/{name}")
  @Permission("nexus:selectors:read")
  Shown one(@PathVariable String name) {
    return selectors.find(name).map(Shown::of).orElseThrow(() -> unknown(name));
  }

  @PostMapping
  @Permission("nexus:selectors:create")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void create(HttpServletRequest request) throws IOException {
    Sent sent = Bodies.read(request, BODY);
    String name = Bodies.given(sent.name(), "name");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,199}")) {
      throw new Refusal(400, "name must have 1 to 200 characters of A-Z, a-z, 0-9, . _ -");
    }
    selectors.insert(row(name, sent));
    accounts.changed();
  }

  @PutMapping("/{name}")
  @Permission("nexus:selectors:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void update(@PathVariable String name, HttpServletRequest request) throws IOException {
    if (!selectors.update(row(name, Bodies.read(request, BODY)))) {
      throw unknown(name);
    }
    accounts.changed();
  }

  @DeleteMapping("/{name}")
  @Permission("nexus:selectors:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String name) {
    if (!selectors.delete(name)) {
      throw unknown(name);
    }
    accounts.changed();
  }

  private static Selectors.Row row(String name, Sent sent) {
    // Compiled for its faults alone.
    new Selector(sent.expression());
    return new Selectors.Row(name, Bodies.orEmpty(sent.description()), sent.expression());
  }

  private static Refusal unknown(String name) {
    return new Refusal(404, "there is no content selector \"" + name + "\"");
  }
}
