package loadproof.stand.depot.store;

/**
 * A hosted repository.
 *
 * @param format {@code maven2, npm, nuget, pypi, raw} or {@code yum}
 * @param writePolicy what may be uploaded
 * @param versionPolicy {@code RELEASE, SNAPSHOT} or {@code MIXED}; of Maven alone
 * @param routingRule name of its rule, or null
 */
public record Repository(
    int id,
    String name,
    String format,
    boolean online,
    WritePolicy writePolicy,
    String versionPolicy,
    String routingRule) {
  /** Allowed uploads: all, new files only, none. */
  public enum WritePolicy {
    ALLOW,
    ALLOW_ONCE,
    DENY
  }
}
