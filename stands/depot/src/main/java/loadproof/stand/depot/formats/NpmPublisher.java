package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;
import loadproof.stand.depot.store.Placement;
import loadproof.stand.depot.store.Repository;

/**
 * Puts a version of an npm package, and its manifest into the packument in the same transaction.
 */
public final class NpmPublisher {
  private final Hosted hosted;
  private final NpmPackuments packuments;

  public NpmPublisher(Hosted hosted) {
    this.hosted = hosted;
    this.packuments = new NpmPackuments(hosted);
  }

  /** Publishes the version of a packument of which the name is known to be one. */
  public void publish(Draft tarball, Repository repository, ObjectNode packument, String uploader) {
    NpmName name = NpmName.parse(packument.path("name").asText()).orElseThrow();
    publish(tarball, repository, name, packument, uploader);
  }

  /**
   * Publishes the one version of a packument; its tarball has arrived and is as its manifest says.
   *
   * @throws Refusal 400 for what is no version, 409 for one that is there already
   */
  void publish(
      Draft tarball, Repository repository, NpmName name, ObjectNode packument, String uploader) {
    Map.Entry<String, JsonNode> version = packument.path("versions").fields().next();
    String number = version.getKey();
    if (!NpmPackuments.isVersion(number)) {
      throw new Refusal(400, "\"" + number + "\" is no version");
    }
    Placement placement =
        new Placement(
            name.tarball(number),
            "application/octet-stream",
            name.coordinates(number),
            Json.object(),
            Json.object().put("description", packument.path("description").asText()),
            uploader,
            false);
    long[] rev = new long[1];
    hosted
        .deposits()
        .put(
            tarball,
            repository,
            placement,
            () -> rev[0] = hosted.deposits().lock(repository, name.full()),
            put ->
                packuments.add(
                    repository.id(), name, number, version.getValue(), packument, rev[0]));
  }
}
