package loadproof.stand;

import java.util.function.BiConsumer;

/** The words of a command line, and what their values may be. */
public final class Arguments {
  private Arguments() {}

  /**
   * Hands out each {@code --name value} and {@code --name=value}; a value that is missing is null.
   */
  public static void each(String[] arguments, BiConsumer<String, String> take) {
    for (int index = 0; index < arguments.length; index++) {
      String name = arguments[index];
      String value = null;
      int equals = name.indexOf('=');
      if (equals > 0) {
        value = name.substring(equals + 1);
        name = name.substring(0, equals);
      } else if (index + 1 < arguments.length) {
        value = arguments[index + 1];
        index++;
      }
      take.accept(name, value);
    }
  }

  /**
   * The value of an option that has to have one.
   *
   * @throws Fault when it is missing
   */
  public static String given(String name, String value) {
    if (value == null) {
      throw Fault.badInput(name + " has no value. Cure: --help lists the options.");
    }
    return value;
  }

  /**
   * A whole number from 1 to {@code most}.
   *
   * @throws Fault when the value is missing or anything else
   */
  public static int count(String name, String value, int most) {
    return number(name, value, 1, most);
  }

  /**
   * A whole number from {@code least} to {@code most}.
   *
   * @throws Fault when the value is missing or anything else
   */
  public static int number(String name, String value, int least, int most) {
    String text = given(name, value);
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException fault) {
      // Told below.
    }
    throw Fault.badInput(
        "%s %s is out of range. Cure: a whole number from %d to %d."
            .formatted(name, text, least, most));
  }
}
