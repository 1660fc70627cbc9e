package known;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Leaks: each price that is superseded stays in a map. */
final class Quotes {
    private static final int PRICE_BYTES = 4 << 10;
    private final Map<Long, byte[]> superseded = new ConcurrentHashMap<>();

    void change(long call) {
        superseded.put(call, new byte[PRICE_BYTES]);
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Quotes()::change);
    }
}
