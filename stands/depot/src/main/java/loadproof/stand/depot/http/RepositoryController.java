package loadproof.stand.depot.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import loadproof.stand.Refusal;
import loadproof.stand.depot.DepotSettings;
import loadproof.stand.depot.admin.ReadOnlyState;
import loadproof.stand.depot.admin.RoutingRules;
import loadproof.stand.depot.security.Action;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.security.Caller;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Repository;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Repositories: who may do what in them, then what their format answers. */
@RestController
class RepositoryController {
  private static final String PREFIX = "/repository/";

  private final Map<String, Format> formats;
  private final Repositories repositories;
  private final Authenticator authenticator;
  private final RoutingRules rules;
  private final ReadOnlyState readOnly;
  private final long mostUpload;

  RepositoryController(
      List<Format> formats,
      Repositories repositories,
      Authenticator authenticator,
      RoutingRules rules,
      ReadOnlyState readOnly,
      DepotSettings settings) {
    this.formats = formats.stream().collect(Collectors.toMap(Format::name, Function.identity()));
    this.repositories = repositories;
    this.authenticator = authenticator;
    this.rules = rules;
    this.readOnly = readOnly;
    mostUpload = settings.mostUploadBytes();
  }

  @RequestMapping({"/repository/{name}", "/repository/{name}/**"})
  void answer(@PathVariable String name, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Repository repository = repositories.named(name);
    String path = path(request, name);
    Caller caller = authenticator.caller(request, response, repository.format());
    Action action = action(request.getMethod(), repository, path);
    caller.demand(response, action, repository, path);
    if (!repository.online()) {
      throw new Refusal(503, "the repository " + name + " is offline");
    }
    if (!rules.allow(repository, "/" + path)) {
      throw new Refusal(403, "the routing rule of " + name + " blocks this path");
    }
    if (action != Action.READ) {
      readOnly.refuse();
      if (repository.writePolicy() == Repository.WritePolicy.DENY) {
        throw new Refusal(400, "the repository " + name + " takes no uploads");
      }
    }
    formats
        .get(repository.format())
        .answer(new RepositoryRequest(repository, path, caller, request, response, mostUpload));
  }

  private static String path(HttpServletRequest request, String name) {
    String raw = request.getRequestURI();
    int begin = PREFIX.length() + name.length() + 1;
    if (!(raw + "/").startsWith(PREFIX + name + "/")) {
      throw new Refusal(400, "the name of the repository is written with escapes or parameters");
    }
    return raw.length() <= begin ? "" : Paths.decoded(raw.substring(begin));
  }

  private static Action action(String method, Repository repository, String path) {
    return switch (method) {
      case "GET", "HEAD" -> Action.READ;
      case "PUT" ->
          // A login of npm is a PUT that nobody may do yet, and changes no file.
          repository.format().equals("npm") && path.startsWith("-/user/")
              ? Action.READ
              : Action.EDIT;
      case "POST" -> Action.ADD;
      case "DELETE" ->
          repository.format().equals("npm") && path.startsWith("-/user/")
              ? Action.READ
              : Action.DELETE;
      default -> throw Refusal.wrongMethod();
    };
  }
}
