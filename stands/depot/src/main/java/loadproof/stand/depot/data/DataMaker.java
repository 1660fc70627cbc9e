package loadproof.stand.depot.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import java.util.UUID;
import loadproof.stand.Arguments;
import loadproof.stand.DatabaseAddress;
import loadproof.stand.Fault;
import loadproof.stand.depot.DepotApplication;
import loadproof.stand.depot.admin.FeatureFlags;
import loadproof.stand.depot.formats.Hosted;
import loadproof.stand.depot.formats.MavenFormat;
import loadproof.stand.depot.formats.MavenMetadata;
import loadproof.stand.depot.formats.NpmPublisher;
import loadproof.stand.depot.formats.NuGetFormat;
import loadproof.stand.depot.formats.PypiFormat;
import loadproof.stand.depot.formats.YumFormat;
import loadproof.stand.depot.formats.YumRepodata;
import loadproof.stand.depot.http.Downloads;
import loadproof.stand.depot.store.Assets;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Deposits;
import loadproof.stand.depot.store.Documents;
import loadproof.stand.depot.store.Repositories;
import loadproof.stand.depot.store.Settings;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes the data of the depot in an empty database and an empty directory: the same on every
 * machine.
 */
public final class DataMaker {
  private static final int FEWEST_ARTIFACTS = 100;
  private static final int FEWEST_ANALYZED = 256;

  // In per cent of the files, in the order in which the study's source loads their formats.
  private static final int NPM_PERCENT = 20;
  private static final int NUGET_PERCENT = 5;
  private static final int PYPI_PERCENT = 5;
  private static final int RAW_PERCENT = 5;
  private static final int YUM_PERCENT = 3;

  private DatabaseAddress database;
  private Path blobs;
  private int artifacts;
  private int roles;
  private int users;
  private int made;
  private JdbcClient.StatementSpec analysis;

  private DataMaker() {}

  /** Options: {@code --database --blobs --artifacts --roles --users}, all of them. */
  public static void main(String[] arguments) {
    DataMaker maker = new DataMaker();
    try {
      Arguments.each(arguments, maker::take);
      maker.make();
    } catch (Fault fault) {
      System.err.println(fault.getMessage());
      System.exit(fault.exitCode());
    } catch (SQLException | IOException fault) {
      System.err.println("the data were not made: " + Fault.reason(fault));
      System.exit(1);
    }
  }

  private void take(String name, String value) {
    switch (name) {
      case "--database" ->
          database =
              DatabaseAddress.parse(DatabaseAddress.Form.POSTGRESQL, Arguments.given(name, value));
      case "--blobs" -> blobs = Path.of(Arguments.given(name, value));
      case "--artifacts" -> artifacts = Arguments.number(name, value, FEWEST_ARTIFACTS, 10_000_000);
      case "--roles" -> roles = Arguments.number(name, value, 10, 1_000_000);
      case "--users" -> users = Arguments.number(name, value, 0, 1_000_000);
      default -> throw Fault.badInput(name + " is no option here.");
    }
  }

  private void make() throws SQLException, IOException {
    SplittableRandom random = new SplittableRandom(1);
    BlobStore store = BlobStore.hasty(blobs, () -> new UUID(random.nextLong(), random.nextLong()));
    try (Connection connection = DepotApplication.source(database).getConnection()) {
      SingleConnectionDataSource source = new SingleConnectionDataSource(connection, true);
      JdbcTemplate template = new JdbcTemplate(source);
      template.execute(schema());
      TransactionTemplate transactions =
          new TransactionTemplate(new JdbcTransactionManager(source));
      transactions.executeWithoutResult(status -> administration(template));
      transactions.executeWithoutResult(
          status -> {
            try {
              artifacts(JdbcClient.create(template), transactions, store);
            } catch (IOException fault) {
              throw new UncheckedIOException(fault);
            }
          });
    }
  }

  private void administration(JdbcTemplate template) {
    People people = new People(template);
    people.repositories();
    people.privileges();
    people.roles(roles);
    people.users(users, roles);
    people.rest(new Settings(JdbcClient.create(template)));
  }

  private void artifacts(JdbcClient jdbc, TransactionTemplate transactions, BlobStore store)
      throws IOException {
    Clock clock = Clock.fixed(Archives.INSTANT, ZoneOffset.UTC);
    Assets assets = new Assets(jdbc);
    Deposits deposits = new Deposits(jdbc, transactions, store, assets, clock);
    Repositories repositories = new Repositories(jdbc);
    Hosted hosted =
        new Hosted(
            jdbc,
            store,
            assets,
            deposits,
            new Documents(jdbc, clock),
            new Downloads(store),
            new FeatureFlags(new Settings(jdbc)),
            clock);
    try (YumRepodata repodata = new YumRepodata(hosted, repositories, Integer.MAX_VALUE)) {
      fill(
          new Artifacts(
              store,
              repositories,
              deposits,
              new MavenFormat(hosted, new MavenMetadata(hosted)),
              new NpmPublisher(hosted),
              new PypiFormat(hosted),
              new NuGetFormat(hosted),
              new YumFormat(hosted, repodata)),
          jdbc);
      repodata.rebuild(repositories.named("yum-hosted").id());
    }
  }

  private void fill(Artifacts made, JdbcClient jdbc) throws IOException {
    analysis = jdbc.sql("ANALYZE component, asset, document, package_lock");
    int left = artifacts;
    left -= each(NPM_PERCENT, made::npm);
    left -= each(NUGET_PERCENT, made::nuget);
    left -= each(PYPI_PERCENT, made::pypi);
    left -= each(RAW_PERCENT, made::raw);
    left -= each(YUM_PERCENT, made::yum);
    // Two files each; rounded up, so that there are as many as were asked for.
    for (int number = 0; number < (left + 1) / 2; number++) {
      made.maven(number);
      analyze();
    }
  }

  private interface Maker {
    void make(int number) throws IOException;
  }

  private int each(int percent, Maker maker) throws IOException {
    int count = (int) ((long) artifacts * percent / 100);
    for (int number = 0; number < count; number++) {
      maker.make(number);
      analyze();
    }
    return count;
  }

  /**
   * Tells PostgreSQL how large the tables are, each time they have doubled: nobody else does inside
   * of one transaction, and plans for empty tables read all of them.
   */
  private void analyze() {
    made++;
    if (Integer.bitCount(made) == 1 && made >= FEWEST_ANALYZED) {
      analysis.update();
    }
  }

  private static String schema() throws IOException {
    try (InputStream in = DataMaker.class.getResourceAsStream("/schema.sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
