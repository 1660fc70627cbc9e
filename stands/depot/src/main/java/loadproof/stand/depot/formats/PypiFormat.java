package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.Format;
import loadproof.stand.depot.http.Parts;
import loadproof.stand.depot.http.RepositoryRequest;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Blob;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repository;
import org.springframework.web.util.HtmlUtils;

/**
 * Repositories of Python packages: the simple index as HTML (PEP 503) and JSON (PEP 691, 700),
 * uploads as twine sends them, yanked files (PEP 592).
 */
public final class PypiFormat implements Format {
  private static final String JSON = "application/vnd.pypi.simple.v1+json";
  private static final String HTML = "application/vnd.pypi.simple.v1+html";
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]{0,200}[A-Za-z0-9])?");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.!+_-]{0,100}");
  private static final Pattern FILE =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+!-]{0,300}\\.(whl|tar\\.gz|zip|tar\\.bz2|egg)");

  private final Hosted hosted;

  public PypiFormat(Hosted hosted) {
    this.hosted = hosted;
  }

  /** A file to put: coordinates, its name and what pip is told of it. */
  public record Upload(
      String name, String version, String file, String requiresPython, String summary) {}

  @Override
  public String name() {
    return "pypi";
  }

  @Override
  public void answer(RepositoryRequest request) throws IOException {
    String path = request.path();
    switch (request.method()) {
      case "GET", "HEAD" -> get(request, path);
      case "POST" -> {
        if (!path.isEmpty() && !path.equals("legacy/")) {
          throw Refusal.wrongMethod();
        }
        post(request);
      }
      case "DELETE" -> {
        delete(
            request.repository(),
            hosted
                .assets()
                .find(request.repository().id(), path)
                .orElseThrow(() -> new Refusal(404, "there is no such file")));
        request.response().setStatus(204);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  private void get(RepositoryRequest request, String path) throws IOException {
    if (path.equals("simple/")) {
      index(request);
    } else if (path.matches("simple/[^/]+/?")) {
      String asked = path.split("/")[1];
      String normalized = normalized(asked);
      if (!path.equals("simple/" + normalized + "/")) {
        request.response().setStatus(301);
        request.response().setHeader("Location", request.baseUrl() + "/simple/" + normalized + "/");
        return;
      }
      project(request, normalized);
    } else {
      hosted
          .downloads()
          .send(
              request.http(),
              request.response(),
              () -> hosted.assets().find(request.repository().id(), path));
    }
  }

  /** The name as PEP 503 normalizes it. */
  static String normalized(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new Refusal(404, "\"" + name + "\" is no name of a project");
    }
    return name.replaceAll("[-_.]+", "-").toLowerCase(Locale.ROOT);
  }

  private void index(RepositoryRequest request) throws IOException {
    List<String> names =
        hosted
            .jdbc()
            .sql("SELECT DISTINCT name FROM component WHERE repository_id = ? ORDER BY name")
            .param(request.repository().id())
            .query(String.class)
            .list();
    if (asksForJson(request)) {
      ObjectNode answer = Json.object();
      answer.set("meta", Json.object().put("api-version", "1.1"));
      ArrayNode projects = answer.withArray("/projects");
      names.forEach(name -> projects.addObject().put("name", name));
      send(request, JSON, Json.bytes(answer), Instant.EPOCH);
      return;
    }
    StringBuilder page = begun("Simple index");
    names.forEach(name -> page.append("<a href=\"%s/\">%s</a><br>\n".formatted(name, name)));
    sendPage(request, page, Instant.EPOCH);
  }

  private void project(RepositoryRequest request, String name) throws IOException {
    List<Asset> files = hosted.assets().ofName(request.repository().id(), "", name);
    if (files.isEmpty()) {
      throw new Refusal(404, "there is no project \"" + name + "\"");
    }
    Instant changed = files.stream().map(Asset::updated).max(Comparator.naturalOrder()).get();
    if (asksForJson(request)) {
      send(request, JSON, Json.bytes(json(name, files)), changed);
      return;
    }
    StringBuilder page = begun("Links for " + name);
    files.forEach(file -> page.append(link(file)));
    sendPage(request, page, changed);
  }

  private static ObjectNode json(String name, List<Asset> files) {
    ObjectNode answer = Json.object();
    answer.set("meta", Json.object().put("api-version", "1.1"));
    answer.put("name", name);
    ArrayNode versions = answer.withArray("/versions");
    TreeSet<String> seen = new TreeSet<>();
    files.forEach(file -> seen.add(file.attributes().path("version").asText()));
    seen.forEach(versions::add);
    ArrayNode listed = answer.withArray("/files");
    for (Asset file : files) {
      ObjectNode one = listed.addObject();
      one.put("filename", fileName(file)).put("url", "../../" + file.path());
      one.withObject("/hashes").put("sha256", file.blob().sha256());
      one.put("size", file.blob().size()).put("upload-time", file.created().toString());
      String requires = file.attributes().path("requiresPython").asText();
      if (!requires.isEmpty()) {
        one.put("requires-python", requires);
      }
      if (file.attributes().has("yanked")) {
        String why = file.attributes().path("yanked").asText();
        if (why.isEmpty()) {
          one.put("yanked", true);
        } else {
          one.put("yanked", why);
        }
      } else {
        one.put("yanked", false);
      }
    }
    return answer;
  }

  private static String link(Asset file) {
    StringBuilder attributes = new StringBuilder();
    String requires = file.attributes().path("requiresPython").asText();
    if (!requires.isEmpty()) {
      attributes
          .append(" data-requires-python=\"")
          .append(HtmlUtils.htmlEscape(requires))
          .append('"');
    }
    if (file.attributes().has("yanked")) {
      String why = file.attributes().path("yanked").asText();
      attributes.append(" data-yanked=\"").append(HtmlUtils.htmlEscape(why)).append('"');
    }
    // A + of a local version is a + in a path; nothing else in the names needs an escape.
    return "<a href=\"../../%s#sha256=%s\"%s>%s</a><br>\n"
        .formatted(file.path(), file.blob().sha256(), attributes, fileName(file));
  }

  private static String fileName(Asset file) {
    return file.path().substring(file.path().lastIndexOf('/') + 1);
  }

  private static StringBuilder begun(String title) {
    return new StringBuilder(
        """
        <!DOCTYPE html>
        <html>
        <head><meta name="pypi:repository-version" content="1.1"><title>%s</title></head>
        <body>
        """
            .formatted(HtmlUtils.htmlEscape(title)));
  }

  private void sendPage(RepositoryRequest request, StringBuilder page, Instant changed)
      throws IOException {
    page.append("</body>\n</html>\n");
    String accept = request.http().getHeader("Accept");
    String type = accept != null && accept.contains(HTML) ? HTML : "text/html; charset=utf-8";
    send(request, type, page.toString().getBytes(StandardCharsets.UTF_8), changed);
  }

  private void send(RepositoryRequest request, String type, byte[] content, Instant changed)
      throws IOException {
    request.response().setHeader("Vary", "Accept");
    hosted.downloads().send(request.http(), request.response(), type, content, changed);
  }

  /** True if JSON is wanted at least as much as HTML (PEP 691). */
  private static boolean asksForJson(RepositoryRequest request) {
    String accept = request.http().getHeader("Accept");
    if (accept == null || accept.isBlank()) {
      return false;
    }
    double json = 0;
    double html = 0;
    double any = 0;
    for (String one : accept.split(",")) {
      String[] parts = one.strip().split("\\s*;\\s*");
      double weight = weight(parts);
      switch (parts[0].toLowerCase(Locale.ROOT)) {
        case JSON, "application/vnd.pypi.simple.latest+json" -> json = Math.max(json, weight);
        case HTML, "text/html", "application/vnd.pypi.simple.latest+html" ->
            html = Math.max(html, weight);
        case "*/*" -> any = Math.max(any, weight);
        default -> {
          // Another type says nothing of these two.
        }
      }
    }
    if (json == 0 && html == 0 && any == 0) {
      throw new Refusal(406, "the index is there as " + JSON + " and as text/html");
    }
    return json > 0 && json >= html;
  }

  private static double weight(String[] parts) {
    for (String part : parts) {
      if (part.matches("q=[01](\\.\\d{0,3})?")) {
        return Double.parseDouble(part.substring(2));
      }
    }
    return 1;
  }

  private void post(RepositoryRequest request) throws IOException {
    try (Parts parts = Parts.read(request.http(), hosted.blobs(), request.mostUpload())) {
      String action = parts.field(":action");
      if ("yank".equals(action) || "unyank".equals(action)) {
        yank(request.repository(), parts, action.equals("yank"));
      } else if ("file_upload".equals(action)) {
        upload(request, parts);
      } else {
        throw new Refusal(400, ":action must be file_upload, yank or unyank");
      }
    }
    request.response().setStatus(200);
  }

  private void upload(RepositoryRequest request, Parts parts) {
    Parts.FilePart content =
        parts.files().stream()
            .filter(file -> file.field().equals("content"))
            .findFirst()
            .orElseThrow(() -> new Refusal(400, "the upload has no file \"content\""));
    Blob blob = content.draft().complete();
    ClientChecksums.check(parts.field("md5_digest"), blob.md5(), "md5");
    ClientChecksums.check(parts.field("sha256_digest"), blob.sha256(), "sha256");
    Upload upload =
        new Upload(
            given(parts, "name"),
            given(parts, "version"),
            content.fileName(),
            parts.field("requires_python"),
            parts.field("summary"));
    deposit(content.draft(), request.repository(), upload, request.caller().user());
  }

  private static String given(Parts parts, String field) {
    String value = parts.field(field);
    if (value == null || value.isBlank()) {
      throw new Refusal(400, "the upload has no field \"" + field + "\"");
    }
    return value.strip();
  }

  /** Puts a file that has arrived. */
  public void deposit(Draft draft, Repository repository, Upload upload, String uploader) {
    String name = normalized(upload.name());
    if (!VERSION.matcher(upload.version()).matches()) {
      throw new Refusal(400, "\"" + upload.version() + "\" is no version");
    }
    String file = upload.file();
    String begins = file.replaceFirst("[-.](?=\\d).*", "");
    boolean named =
        FILE.matcher(file).matches()
            && NAME.matcher(begins).matches()
            && normalized(begins).equals(name);
    if (!named) {
      throw new Refusal(400, "\"" + file + "\" is no file of the project " + upload.name());
    }
    ObjectNode attributes = Json.object().put("version", upload.version());
    if (upload.requiresPython() != null && !upload.requiresPython().isBlank()) {
      attributes.put("requiresPython", upload.requiresPython());
    }
    Placement placement =
        new Placement(
            "packages/" + name + "/" + upload.version() + "/" + file,
            ContentTypes.of(file),
            new Placement.Coordinates("", name, upload.version()),
            attributes,
            Json.object().put("summary", upload.summary()),
            uploader,
            false);
    hosted.deposits().put(draft, repository, placement);
  }

  /** Marks all files of a version: pip then takes them only where they are asked for by number. */
  private void yank(Repository repository, Parts parts, boolean yanked) {
    String name = normalized(given(parts, "name"));
    String version = given(parts, "version");
    String reason = parts.field("reason") == null ? "" : parts.field("reason");
    String change =
        yanked
            ? "a.attributes || jsonb_build_object('yanked', :reason::text)"
            : "a.attributes - 'yanked'";
    var statement =
        hosted
            .jdbc()
            .sql(
                "UPDATE asset a SET updated = now(), attributes = "
                    + change
                    + " FROM component c WHERE c.id = a.component_id AND c.repository_id = :repository"
                    + " AND c.namespace = '' AND c.name = :name AND c.version = :version")
            .param("repository", repository.id())
            .param("name", name)
            .param("version", version);
    int changed = (yanked ? statement.param("reason", reason) : statement).update();
    if (changed == 0) {
      throw new Refusal(404, "there is no version " + version + " of " + name);
    }
  }

  @Override
  public void delete(Repository repository, Asset asset) {
    hosted.deposits().delete(repository, asset.path(), () -> {}, () -> {});
  }
}
