package loadproof.stand.depot.formats;

import java.io.IOException;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.Format;
import loadproof.stand.depot.http.RepositoryRequest;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Blob;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repository;

/** Files by their paths. */
public final class RawFormat implements Format {
  private final Hosted hosted;

  public RawFormat(Hosted hosted) {
    this.hosted = hosted;
  }

  @Override
  public String name() {
    return "raw";
  }

  @Override
  public void answer(RepositoryRequest request) throws IOException {
    Repository repository = request.repository();
    switch (request.method()) {
      case "GET", "HEAD" ->
          hosted
              .downloads()
              .send(
                  request.http(),
                  request.response(),
                  () -> hosted.assets().find(repository.id(), request.path()));
      case "PUT" -> put(request);
      case "DELETE" -> {
        if (!hosted.deposits().delete(repository, request.path(), () -> {}, () -> {})) {
          throw new Refusal(404, "there is no such file");
        }
        request.response().setStatus(204);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  @Override
  public void delete(Repository repository, Asset asset) {
    hosted.deposits().delete(repository, asset.path(), () -> {}, () -> {});
  }

  private void put(RepositoryRequest request) throws IOException {
    String path = request.path();
    if (path.isEmpty() || path.endsWith("/")) {
      throw new Refusal(400, "the path must be that of a file");
    }
    try (Draft draft = hosted.blobs().begin()) {
      RepositoryRequest.copy(request.body(), draft);
      Blob blob = draft.complete();
      ClientChecksums.check(request.http(), blob);
      hosted.deposits().put(draft, request.repository(), placement(request));
    }
    request.response().setStatus(201);
  }

  private static Placement placement(RepositoryRequest request) {
    String path = request.path();
    String sent = request.http().getContentType();
    boolean useful = sent != null && sent.length() < 128 && !sent.contains("form-urlencoded");
    return new Placement(
        path,
        useful ? sent : ContentTypes.of(path),
        coordinates(path),
        Json.object(),
        Json.object(),
        request.caller().user(),
        request.repository().writePolicy() == Repository.WritePolicy.ALLOW);
  }

  /** The directory is the namespace, as Nexus has it. */
  static Placement.Coordinates coordinates(String path) {
    int slash = path.lastIndexOf('/');
    return new Placement.Coordinates(slash < 0 ? "/" : "/" + path.substring(0, slash), path, "");
  }
}
