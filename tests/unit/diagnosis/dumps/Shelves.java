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

  public static void main(String[] arguments) throws InterruptedException {
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
