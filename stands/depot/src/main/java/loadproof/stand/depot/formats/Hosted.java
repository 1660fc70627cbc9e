package loadproof.stand.depot.formats;

import java.time.Clock;
import loadproof.stand.depot.admin.FeatureFlags;
import loadproof.stand.depot.http.Downloads;
import loadproof.stand.depot.store.Assets;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Deposits;
import loadproof.stand.depot.store.Documents;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Parts of the service that every format of hosted repositories uses. */
public record Hosted(
    JdbcClient jdbc,
    BlobStore blobs,
    Assets assets,
    Deposits deposits,
    Documents documents,
    Downloads downloads,
    FeatureFlags flags,
    Clock clock) {}
