package loadproof.stand.depot.formats;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loadproof.stand.depot.store.Placement;

/** The name of a package of npm; {@code scope} is empty for one without. */
record NpmName(String scope, String base) {
  private static final int MOST_CHARACTERS = 214;
  private static final String PART = "[A-Za-z0-9~][A-Za-z0-9._~-]*";
  private static final Pattern NAME = Pattern.compile("(?:@(" + PART + ")/)?(" + PART + ")");

  static Optional<NpmName> parse(String text) {
    Matcher matcher = NAME.matcher(text);
    if (text.length() > MOST_CHARACTERS || !matcher.matches()) {
      return Optional.empty();
    }
    String scope = matcher.group(1) == null ? "" : matcher.group(1);
    return Optional.of(new NpmName(scope, matcher.group(2)));
  }

  String full() {
    return scope.isEmpty() ? base : "@" + scope + "/" + base;
  }

  /** Path of the tarball of a version. */
  String tarball(String version) {
    return full() + "/-/" + base + "-" + version + ".tgz";
  }

  Placement.Coordinates coordinates(String version) {
    return new Placement.Coordinates(scope, base, version);
  }
}
