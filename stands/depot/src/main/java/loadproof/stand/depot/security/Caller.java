package loadproof.stand.depot.security;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Repository;

/** Sender of a request, and their permissions. */
public final class Caller {
  private final String user;
  private final boolean anonymous;
  private final Grants grants;

  Caller(String user, boolean anonymous, Grants grants) {
    this.user = user;
    this.anonymous = anonymous;
    this.grants = grants;
  }

  public String user() {
    return user;
  }

  public boolean isAnonymous() {
    return anonymous;
  }

  public List<String> permissions() {
    return grants.texts();
  }

  public boolean may(Action action, Repository repository, String path) {
    return grants.permits(action, repository, path);
  }

  public boolean may(String permission) {
    return grants.permits(permission);
  }

  /**
   * Refuses what the caller may not do with a file.
   *
   * @throws Refusal 401 for who has not said who they are, else 403
   */
  public void demand(
      HttpServletResponse response, Action action, Repository repository, String path) {
    // A new file is an edit or an addition: what clients send for it differs.
    boolean permitted =
        may(action, repository, path)
            || (action == Action.EDIT || action == Action.ADD)
                && (may(Action.ADD, repository, path) || may(Action.EDIT, repository, path));
    if (!permitted) {
      throw refused(response, action.word() + " in " + repository.name());
    }
  }

  /**
   * Refuses what the caller has no permission for.
   *
   * @throws Refusal 401 for who has not said who they are, else 403
   */
  public void demand(HttpServletResponse response, String permission) {
    if (!may(permission)) {
      throw refused(response, permission);
    }
  }

  private Refusal refused(HttpServletResponse response, String what) {
    if (anonymous) {
      return Authenticator.unauthorized(response);
    }
    return new Refusal(403, user + " may not: " + what);
  }
}
