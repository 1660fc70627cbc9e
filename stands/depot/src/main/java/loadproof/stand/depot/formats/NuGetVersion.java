package loadproof.stand.depot.formats;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of NuGet: up to four numbers, perhaps a pre-release.
 *
 * @param normalized without leading zeros, a fourth zero and build metadata
 */
record NuGetVersion(int[] numbers, String preRelease, String normalized)
    implements Comparable<NuGetVersion> {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\.(\\d{1,9}))?(?:\\.(\\d{1,9}))?"
              + "(?:-([0-9A-Za-z.-]{1,100}))?(?:\\+[0-9A-Za-z.-]{1,100})?");

  static Optional<NuGetVersion> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int[] numbers = new int[4];
    for (int part = 0; part < numbers.length; part++) {
      String digits = matcher.group(part + 1);
      numbers[part] = digits == null ? 0 : Integer.parseInt(digits);
    }
    String preRelease = matcher.group(5) == null ? "" : matcher.group(5);
    String normalized = numbers[0] + "." + numbers[1] + "." + numbers[2];
    if (numbers[3] > 0) {
      normalized += "." + numbers[3];
    }
    if (!preRelease.isEmpty()) {
      normalized += "-" + preRelease;
    }
    return Optional.of(new NuGetVersion(numbers, preRelease, normalized));
  }

  /** Returns the version in lower case, as links have it. */
  String lower() {
    return normalized.toLowerCase(Locale.ROOT);
  }

  boolean isPreRelease() {
    return !preRelease.isEmpty();
  }

  @Override
  public int compareTo(NuGetVersion other) {
    for (int part = 0; part < numbers.length; part++) {
      int order = Integer.compare(numbers[part], other.numbers[part]);
      if (order != 0) {
        return order;
      }
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    return preReleaseOrder(preRelease.split("\\."), other.preRelease.split("\\."));
  }

  private static int preReleaseOrder(String[] ours, String[] theirs) {
    for (int part = 0; part < Math.min(ours.length, theirs.length); part++) {
      boolean number = ours[part].matches("\\d+");
      boolean otherNumber = theirs[part].matches("\\d+");
      int order;
      if (number && otherNumber) {
        order = new BigInteger(ours[part]).compareTo(new BigInteger(theirs[part]));
      } else if (number != otherNumber) {
        order = number ? -1 : 1;
      } else {
        order = ours[part].compareToIgnoreCase(theirs[part]);
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(ours.length, theirs.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NuGetVersion version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return lower().hashCode();
  }
}
