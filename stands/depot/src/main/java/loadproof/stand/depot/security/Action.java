package loadproof.stand.depot.security;

import java.util.Locale;

/** Actions on a file of a repository. */
public enum Action {
  BROWSE,
  READ,
  EDIT,
  ADD,
  DELETE;

  /** Its word in a permission. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
