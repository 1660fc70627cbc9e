package loadproof.stand.depot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loadproof.stand.Route;
import loadproof.stand.Routes;

/**
 * The routes of the metrics: repositories by the format that their name begins with, the
 * administration by the operations of the study's source.
 */
final class DepotRoutes implements Routes {
  private static final String REPOSITORY = "/repository/";
  private static final String REST = "/service/rest";
  private static final List<String> FORMATS =
      List.of("maven", "npm", "nuget", "pypi", "raw", "yum");
  private static final List<String> METHODS = List.of("GET", "PUT", "POST", "DELETE");

  /** Operations of the administration that read. */
  private static final List<String> GETS =
      List.of(
          "/v1/search",
          "/v1/search/assets",
          "/v1/components",
          "/v1/assets",
          "/v1/security/content-selectors",
          "/v1/security/privileges",
          "/v1/security/roles",
          "/v1/security/users",
          "/v1/security/user-sources",
          "/v1/security/anonymous",
          "/v1/security/realms/active",
          "/v1/security/realms/available",
          "/v1/security/ssl/truststore",
          "/v1/repositorySettings",
          "/v1/repositories",
          "/v1/blobstores",
          "/v1/email",
          "/v1/featureFlags",
          "/v1/formats/upload-specs",
          "/v1/lifecycle/phase",
          "/v1/read-only",
          "/v1/routing-rules",
          "/v1/script",
          "/v1/status",
          "/v1/status/check",
          "/v1/status/writable",
          "/v1/system/node",
          "/v1/tasks",
          "/swagger.json");

  private final Map<String, Route> byKey = new TreeMap<>();
  private final List<Route> all = new ArrayList<>();

  DepotRoutes() {
    for (String format : FORMATS) {
      METHODS.forEach(method -> add(method, REPOSITORY + format));
    }
    GETS.forEach(path -> add("GET", REST + path));
    add("PUT", REST + "/v1/security/roles/{id}");
    add("PUT", REST + "/v1/security/users/{id}/change-password");
    add("POST", "/service/rapture/session");
    add("DELETE", "/service/rapture/session");
    add("GET", "/service/rapture/rapture_State_get");
    add("GET", "/nexus");
  }

  private void add(String method, String path) {
    Route route = new Route(method, path);
    byKey.put(method + path, route);
    all.add(route);
  }

  @Override
  public List<Route> own() {
    return all;
  }

  @Override
  public Route ownOf(String method, String path) {
    return byKey.getOrDefault((method.equals("HEAD") ? "GET" : method) + key(path), Route.OTHER);
  }

  private static String key(String path) {
    if (path.startsWith(REPOSITORY)) {
      for (String format : FORMATS) {
        if (path.startsWith(format, REPOSITORY.length())) {
          return REPOSITORY + format;
        }
      }
      return path;
    }
    if (path.startsWith(REST + "/v1/security/roles/")) {
      return REST + "/v1/security/roles/{id}";
    }
    if (path.endsWith("/change-password")) {
      return REST + "/v1/security/users/{id}/change-password";
    }
    return path;
  }
}
