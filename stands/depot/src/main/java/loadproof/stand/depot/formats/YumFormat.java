package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.Format;
import loadproof.stand.depot.http.RepositoryRequest;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Documents.Document;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repository;
import org.eclipse.packager.rpm.info.RpmInformation;

/** Repositories of RPM packages. */
public final class YumFormat implements Format {
  private final Hosted hosted;
  private final YumRepodata repodata;

  public YumFormat(Hosted hosted, YumRepodata repodata) {
    this.hosted = hosted;
    this.repodata = repodata;
  }

  @Override
  public String name() {
    return "yum";
  }

  @Override
  public void answer(RepositoryRequest request) throws IOException {
    Repository repository = request.repository();
    String path = request.path();
    switch (request.method()) {
      case "GET", "HEAD" -> get(request);
      case "PUT" -> {
        if (!path.endsWith(".rpm") || path.startsWith("repodata/")) {
          throw new Refusal(400, "the path must be that of an .rpm outside of repodata");
        }
        try (Draft draft = hosted.blobs().begin()) {
          RepositoryRequest.copy(request.body(), draft);
          ClientChecksums.check(request.http(), draft.complete());
          deposit(draft, repository, path, request.caller().user());
        }
        request.response().setStatus(200);
      }
      case "DELETE" -> {
        delete(
            repository,
            hosted
                .assets()
                .find(repository.id(), path)
                .orElseThrow(() -> new Refusal(404, "there is no such file")));
        request.response().setStatus(204);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  private void get(RepositoryRequest request) throws IOException {
    int repository = request.repository().id();
    String path = request.path();
    if (!path.startsWith("repodata/")) {
      hosted
          .downloads()
          .send(request.http(), request.response(), () -> hosted.assets().find(repository, path));
      return;
    }
    Document document =
        hosted
            .documents()
            .find(repository, path)
            .orElseThrow(() -> new Refusal(404, "there is no such file"));
    hosted
        .downloads()
        .send(
            request.http(),
            request.response(),
            document.contentType(),
            document.content(),
            document.updated());
  }

  /** Puts a package that has arrived; repodata follows. */
  public void deposit(Draft draft, Repository repository, String path, String uploader)
      throws IOException {
    draft.complete();
    RpmInformation information = RpmPackage.read(draft.file());
    String version =
        information.getVersion().getVersion() + "-" + information.getVersion().getRelease();
    ObjectNode attributes = Json.object();
    attributes.set("rpm", Json.stored(YumRepodata.stored(information)));
    Placement placement =
        new Placement(
            path,
            "application/x-rpm",
            new Placement.Coordinates("", information.getName(), version),
            attributes,
            Json.object().put("summary", information.getSummary()),
            uploader,
            repository.writePolicy() == Repository.WritePolicy.ALLOW);
    hosted
        .deposits()
        .put(draft, repository, placement, () -> {}, put -> repodata.markStale(repository.id()));
    repodata.rebuildLater(repository.id());
  }

  @Override
  public void delete(Repository repository, Asset asset) {
    hosted
        .deposits()
        .delete(repository, asset.path(), () -> {}, () -> repodata.markStale(repository.id()));
    repodata.rebuildLater(repository.id());
  }
}
