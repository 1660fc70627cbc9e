package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import loadproof.stand.Refusal;
import loadproof.stand.depot.http.Downloads;
import loadproof.stand.depot.http.Format;
import loadproof.stand.depot.http.RepositoryRequest;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Documents.Document;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repository;
import org.apache.maven.artifact.repository.metadata.Metadata;
import org.apache.maven.artifact.repository.metadata.io.xpp3.MetadataXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;

/** Repositories of Maven 2 and 3. */
public final class MavenFormat implements Format {
  private static final int MOST_METADATA_BYTES = 4 << 20;
  private static final int MOST_CHECKSUM_BYTES = 1024;

  private final Hosted hosted;
  private final MavenMetadata metadata;

  public MavenFormat(Hosted hosted, MavenMetadata metadata) {
    this.hosted = hosted;
    this.metadata = metadata;
  }

  @Override
  public String name() {
    return "maven2";
  }

  @Override
  public void answer(RepositoryRequest request) throws IOException {
    switch (request.method()) {
      case "GET", "HEAD" -> get(request);
      case "PUT" -> put(request);
      case "DELETE" -> {
        Asset asset =
            hosted
                .assets()
                .find(request.repository().id(), request.path())
                .orElseThrow(() -> new Refusal(404, "there is no such file"));
        delete(request.repository(), asset);
        request.response().setStatus(204);
      }
      default -> throw Refusal.wrongMethod();
    }
  }

  private void get(RepositoryRequest request) throws IOException {
    int repository = request.repository().id();
    String path = request.path();
    Optional<MavenPath.Digested> digested = MavenPath.digested(path);
    if (digested.isPresent()) {
      String digest =
          digest(repository, digested.get())
              .orElseThrow(() -> new Refusal(404, "there is no such file"));
      Downloads.plain(request.response(), 200, digest);
      return;
    }
    if (MavenPath.isMetadata(path)) {
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
      return;
    }
    hosted
        .downloads()
        .send(request.http(), request.response(), () -> hosted.assets().find(repository, path));
  }

  private Optional<String> digest(int repository, MavenPath.Digested digested) {
    if (MavenPath.isMetadata(digested.path())) {
      return hosted
          .documents()
          .find(repository, digested.path())
          .map(document -> document.digest(digested.digest()));
    }
    return hosted
        .assets()
        .find(repository, digested.path())
        .map(asset -> asset.digest(digested.digest()));
  }

  private void put(RepositoryRequest request) throws IOException {
    String path = request.path();
    Optional<MavenPath.Digested> digested = MavenPath.digested(path);
    if (digested.isPresent()) {
      putChecksum(request, digested.get());
    } else if (MavenPath.isMetadata(path)) {
      putMetadata(request);
    } else {
      putFile(request, checked(path));
    }
    request.response().setStatus(201);
  }

  private void putFile(RepositoryRequest request, MavenPath path) throws IOException {
    try (Draft draft = hosted.blobs().begin()) {
      checkPolicy(request.repository(), path);
      RepositoryRequest.copy(request.body(), draft);
      ClientChecksums.check(request.http(), draft.complete());
      deposit(draft, request.repository(), path, request.path(), request.caller().user());
    }
  }

  /** Puts a file that has arrived, and makes the metadata anew in the same transaction. */
  public void deposit(Draft draft, Repository repository, String path, String uploader) {
    deposit(draft, repository, MavenPath.parse(path).orElseThrow(), path, uploader);
  }

  /**
   * Puts a file that was sent in another way than by a PUT.
   *
   * @throws Refusal 400 for a path or a version that the repository does not take
   */
  void put(Draft draft, Repository repository, String path, String uploader) {
    MavenPath read = checked(path);
    checkPolicy(repository, read);
    deposit(draft, repository, read, path, uploader);
  }

  private static MavenPath checked(String path) {
    return MavenPath.parse(path)
        .orElseThrow(
            () ->
                new Refusal(
                    400, "the path is not GROUP/ARTIFACT/VERSION/ARTIFACT-VERSION.EXTENSION"));
  }

  private void deposit(
      Draft draft, Repository repository, MavenPath read, String path, String uploader) {
    ObjectNode attributes = Json.object().put("extension", read.extension());
    if (!read.classifier().isEmpty()) {
      attributes.put("classifier", read.classifier());
    }
    Placement placement =
        new Placement(
            path,
            ContentTypes.of(path),
            read.coordinates(),
            attributes,
            Json.object().put("baseVersion", read.baseVersion()),
            uploader,
            repository.writePolicy() == Repository.WritePolicy.ALLOW);
    hosted
        .deposits()
        .put(
            draft,
            repository,
            placement,
            () -> {},
            put -> {
              if (put.newComponent() || read.isSnapshot() && put.newAsset()) {
                hosted.deposits().lock(repository, read.group() + ":" + read.artifact());
                metadata.rebuild(repository.id(), read);
              }
            });
  }

  private static void checkPolicy(Repository repository, MavenPath path) {
    String policy = repository.versionPolicy();
    if (!policy.equals("MIXED") && path.isSnapshot() != policy.equals("SNAPSHOT")) {
      throw new Refusal(
          400,
          "version policy %s of %s does not take version %s"
              .formatted(policy, repository.name(), path.baseVersion()));
    }
  }

  /** The service makes checksums itself; one that was sent must be the same. */
  private void putChecksum(RepositoryRequest request, MavenPath.Digested digested)
      throws IOException {
    String sent =
        new String(request.smallBody(MOST_CHECKSUM_BYTES), StandardCharsets.US_ASCII).strip();
    if (MavenPath.isMetadata(digested.path())) {
      // That of the client's own metadata, which was not kept.
      return;
    }
    String found =
        digest(request.repository().id(), digested)
            .orElseThrow(() -> new Refusal(404, "the file of this checksum is not there"));
    ClientChecksums.check(sent.split("\\s")[0], found, digested.digest());
  }

  /** Versions come of the rows alone; what a client says of the plugins of a group is kept. */
  private void putMetadata(RepositoryRequest request) throws IOException {
    byte[] sent = request.smallBody(MOST_METADATA_BYTES);
    Metadata read;
    try {
      read = new MetadataXpp3Reader().read(new ByteArrayInputStream(sent), false);
    } catch (XmlPullParserException | IOException fault) {
      // Read from memory: what fails is the text.
      throw new Refusal(400, "this is no " + MavenPath.METADATA);
    }
    if (!read.getPlugins().isEmpty()) {
      hosted.documents().write(request.repository().id(), request.path(), "application/xml", sent);
    }
  }

  @Override
  public void delete(Repository repository, Asset asset) {
    Optional<MavenPath> path = MavenPath.parse(asset.path());
    hosted
        .deposits()
        .delete(
            repository,
            asset.path(),
            () -> {},
            () ->
                path.ifPresent(
                    read -> {
                      hosted.deposits().lock(repository, read.group() + ":" + read.artifact());
                      metadata.rebuild(repository.id(), read);
                    }));
  }
}
