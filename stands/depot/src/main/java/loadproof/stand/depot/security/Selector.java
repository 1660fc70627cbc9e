package loadproof.stand.depot.security;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import loadproof.stand.Refusal;
import org.apache.commons.jexl3.JexlArithmetic;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.JexlException;
import org.apache.commons.jexl3.JexlExpression;
import org.apache.commons.jexl3.JexlFeatures;
import org.apache.commons.jexl3.MapContext;
import org.apache.commons.jexl3.introspection.JexlPermissions;
import org.apache.commons.jexl3.introspection.JexlSandbox;

/**
 * The expression of a content selector, as {@code format == "maven2" and path =^ "/org/"}.
 *
 * <p>It sees two texts, {@code format} and {@code path}; it can neither call methods nor make
 * objects, loop, assign or define functions, and a regular expression that backtracks too long does
 * not match.
 */
public final class Selector {
  private static final int MOST_CHARACTERS = 4096;
  private static final JexlFeatures FEATURES =
      new JexlFeatures()
          .register(false)
          .localVar(false)
          .sideEffect(false)
          .sideEffectGlobal(false)
          .newInstance(false)
          .loops(false)
          .lambda(false)
          .methodCall(false)
          .annotation(false)
          .script(false)
          .structuredLiteral(false)
          .pragma(false);

  private static final JexlEngine ENGINE =
      new JexlBuilder()
          .permissions(JexlPermissions.RESTRICTED)
          .sandbox(new JexlSandbox(false))
          .features(FEATURES)
          .arithmetic(new BoundedArithmetic())
          .strict(true)
          .silent(false)
          .cache(0)
          .create();

  private final JexlExpression expression;

  /**
   * Compiles an expression, and tries it.
   *
   * @throws Refusal 400 when it is none
   */
  public Selector(String text) {
    if (text == null || text.isBlank() || text.length() > MOST_CHARACTERS) {
      throw new Refusal(
          400, "expression must have 1 to " + MOST_CHARACTERS + " characters of CSEL");
    }
    try {
      expression = ENGINE.createExpression(text);
      evaluate("maven2", "/");
    } catch (JexlException | PatternSyntaxException fault) {
      throw new Refusal(400, "expression is no CSEL: " + firstLine(fault));
    }
  }

  /** True if a file is selected; {@code path} begins with a slash. */
  public boolean matches(String format, String path) {
    try {
      return evaluate(format, path);
    } catch (JexlException | PatternSyntaxException fault) {
      return false;
    }
  }

  private boolean evaluate(String format, String path) {
    Object result = expression.evaluate(new MapContext(Map.of("format", format, "path", path)));
    return Boolean.TRUE.equals(result);
  }

  private static String firstLine(Exception fault) {
    return String.valueOf(fault.getMessage()).lines().findFirst().orElse("it cannot be read");
  }

  /** Matches regular expressions on texts that refuse to be read for ever. */
  private static final class BoundedArithmetic extends JexlArithmetic {
    BoundedArithmetic() {
      super(true);
    }

    @Override
    public Boolean contains(Object container, Object value) {
      if (container instanceof String pattern && value instanceof String text) {
        return BoundedText.matches(Pattern.compile(pattern), text);
      }
      return super.contains(container, value);
    }
  }

  /** A text of which the characters can be read only so often. */
  static final class BoundedText implements CharSequence {
    private static final int MOST_READS = 200_000;

    private final String text;
    private final int[] reads;

    private BoundedText(String text, int[] reads) {
      this.text = text;
      this.reads = reads;
    }

    static boolean matches(Pattern pattern, String text) {
      Matcher matcher = pattern.matcher(new BoundedText(text, new int[1]));
      try {
        return matcher.matches();
      } catch (IllegalStateException | StackOverflowError exhausted) {
        return false;
      }
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      reads[0]++;
      if (reads[0] > MOST_READS) {
        throw new IllegalStateException("the regular expression backtracks too long");
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return new BoundedText(text.substring(from, to), reads);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** True if a whole text matches, by at most so much backtracking as any request may cost. */
  public static boolean matches(Pattern pattern, String text) {
    return BoundedText.matches(pattern, text);
  }
}
