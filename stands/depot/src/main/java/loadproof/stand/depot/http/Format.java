package loadproof.stand.depot.http;

import java.io.IOException;
import loadproof.stand.depot.store.Asset;
import loadproof.stand.depot.store.Repository;

/** One format of repositories. */
public interface Format {
  /** Its name: {@code maven2, npm, nuget, pypi, raw} or {@code yum}. */
  String name();

  /** Answers a request that the repository let in. */
  void answer(RepositoryRequest request) throws IOException;

  /** Deletes a file, and mends what was made of it. */
  void delete(Repository repository, Asset asset);
}
