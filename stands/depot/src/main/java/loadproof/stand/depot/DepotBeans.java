package loadproof.stand.depot;

import java.time.Clock;
import loadproof.stand.depot.admin.FeatureFlags;
import loadproof.stand.depot.admin.HealthChecks;
import loadproof.stand.depot.admin.ReadOnlyState;
import loadproof.stand.depot.admin.Roles;
import loadproof.stand.depot.admin.RoutingRules;
import loadproof.stand.depot.admin.Tasks;
import loadproof.stand.depot.formats.ComponentUploads;
import loadproof.stand.depot.formats.Hosted;
import loadproof.stand.depot.formats.MavenFormat;
import loadproof.stand.depot.formats.MavenMetadata;
import loadproof.stand.depot.formats.NpmFormat;
import loadproof.stand.depot.formats.NuGetFormat;
import loadproof.stand.depot.formats.PypiFormat;
import loadproof.stand.depot.formats.RawFormat;
import loadproof.stand.depot.formats.YumFormat;
import loadproof.stand.depot.formats.YumRepodata;
import loadproof.stand.depot.http.Downloads;
import loadproof.stand.depot.security.Accounts;
import loadproof.stand.depot.security.ApiKeys;
import loadproof.stand.depot.security.Authenticator;
import loadproof.stand.depot.security.Passwords;
import loadproof.stand.depot.security.PermissionCheck;
import loadproof.stand.depot.security.Realms;
import loadproof.stand.depot.security.Selectors;
import loadproof.stand.depot.security.Sessions;
import loadproof.stand.depot.store.Assets;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Deposits;
import loadproof.stand.depot.store.Documents;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Settings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The parts of the depot beside its controllers. */
@Configuration(proxyBeanMethods = false)
@Import({
  Repositories.class,
  Assets.class,
  Documents.class,
  Deposits.class,
  Settings.class,
  Downloads.class,
  Selectors.class,
  Accounts.class,
  Passwords.class,
  ApiKeys.class,
  Sessions.class,
  Realms.class,
  Authenticator.class,
  PermissionCheck.class,
  FeatureFlags.class,
  ReadOnlyState.class,
  RoutingRules.class,
  Roles.class,
  HealthChecks.class,
  Tasks.class,
  Hosted.class,
  MavenMetadata.class,
  MavenFormat.class,
  NpmFormat.class,
  PypiFormat.class,
  NuGetFormat.class,
  RawFormat.class,
  YumFormat.class,
  ComponentUploads.class
})
class DepotBeans {
  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  BlobStore blobStore(DepotSettings settings) {
    return BlobStore.open(settings.blobs());
  }

  @Bean
  YumRepodata yumRepodata(Hosted hosted, Repositories repositories, DepotSettings settings) {
    return new YumRepodata(hosted, repositories, settings.yumDelayMs());
  }
}
