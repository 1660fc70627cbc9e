package loadproof.stand.depot.security;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A permission such as {@code nexus:repository-view:maven2:*:read,browse}: parts, alternatives. */
final class WildcardPermission {
  private static final String ANY = "*";

  private final List<Set<String>> parts = new ArrayList<>();

  WildcardPermission(String text) {
    for (String part : text.split(":")) {
      parts.add(new HashSet<>(List.of(part.split(","))));
    }
  }

  /** True if what is asked for, which has no wildcards, is among what this permits. */
  boolean implies(String[] asked) {
    for (int index = 0; index < asked.length; index++) {
      if (index >= parts.size()) {
        return true;
      }
      Set<String> part = parts.get(index);
      if (!part.contains(ANY) && !part.contains(asked[index])) {
        return false;
      }
    }
    return parts.stream().skip(asked.length).allMatch(part -> part.contains(ANY));
  }
}
