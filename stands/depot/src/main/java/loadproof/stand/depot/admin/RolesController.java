package loadproof.stand.depot.admin;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Permission;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Roles: rows 10 and 11 of the study's source. Row 11 has no name there; it stands below "Roles"
 * with a twentieth of its time, and is taken for the change of one role.
 */
@RestController
@RequestMapping("/service/rest/v1/security/roles")
class RolesController {
  private static final JsonBody<Sent> BODY =
      new JsonBody<>(
          Sent.class,
          "{\"id\": \"deployer\", \"name\": \"Deployer\", \"privileges\": [], \"roles\": []}");

  private final Roles roles;

  RolesController(Roles roles) {
    this.roles = roles;
  }

  /** A role as it is sent. */
  record Sent(
      String id, String name, String description, List<String> privileges, List<String> roles) {
    Roles.Role role(String id) {
      if (!id.matches("[\\p{L}\\p{N}][\\p{L}\\p{N} ._@:-]{0,199}")) {
        throw new Refusal(400, "id must have 1 to 200 letters, digits, blanks or . _ @ : -");
      }
      return new Roles.Role(
          id,
          "default",
          Bodies.given(name, "name"),
          Bodies.orEmpty(description),
          false,
          privileges == null ? List.of() : privileges,
          roles == null ? List.of() : roles);
    }
  }

  @GetMapping
  @Permission("nexus:roles:read")
  List<Roles.Role> all(@RequestParam(defaultValue = "default") String source) {
    if (!source.equals("default")) {
      throw new Refusal(404, "there is no source \"" + source + "\"");
    }
    return roles.all();
  }

  @GetMapping("/{id}")
  @Permission("nexus:roles:read")
  Roles.Role one(@PathVariable String id) {
    return roles.find(id).orElseThrow(() -> new Refusal(404, "there is no role \"" + id + "\""));
  }

  @PostMapping
  @Permission("nexus:roles:create")
  Roles.Role create(HttpServletRequest request) throws IOException {
    Sent sent = Bodies.read(request, BODY);
    Roles.Role role = sent.role(Bodies.given(sent.id(), "id"));
    roles.insert(role);
    return role;
  }

  @PutMapping("/{id}")
  @Permission("nexus:roles:update")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void update(@PathVariable String id, HttpServletRequest request) throws IOException {
    roles.update(Bodies.read(request, BODY).role(id));
  }

  @DeleteMapping("/{id}")
  @Permission("nexus:roles:delete")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String id) {
    roles.delete(id);
  }
}
