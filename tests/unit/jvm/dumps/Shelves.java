import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/** Keeps what a heap dump is to show; its dump is stored beside it as shelves.hprof.gz. */
public class Shelves {
  static final Map<Integer, String> PRICES = new HashMap<>();

  static class Journal {
    static final LinkedList<int[]> PAGES = new LinkedList<>();
  }

  static class Index {
    static final List<WeakReference<int[]>> PAGES = new ArrayList<>();
  }

  static class Copied000 {}

  /** Has a class two hundred times, each by a name of its own: their objects are most of what it keeps. */
  static class Copies extends ClassLoader {
    static Copies held;

    Copies(byte[] content) {
      super(null);
      String text = new String(content, ISO_8859_1);
      for (int number = 0; number < 200; number++) {
        byte[] copy = text.replace("000", String.valueOf(1000 + number).substring(1)).getBytes(ISO_8859_1);
        defineClass(null, copy, 0, copy.length);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    try (InputStream content = Shelves.class.getResourceAsStream("Shelves$Copied000.class")) {
      Copies.held = new Copies(content.readAllBytes());
    }
    for (int number = 0; number < 300; number++) {
      PRICES.put(number, "price " + number);
    }
    for (int number = 0; number < 40; number++) {
      Journal.PAGES.add(new int[200]);
      Index.PAGES.add(new WeakReference<>(Journal.PAGES.getLast()));
    }
    ThreadLocal<long[]> desk = new ThreadLocal<>();
    desk.set(new long[1500]);
    Thread.sleep(600_000);
  }
}
