package known;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Healthy: a session lives for some seconds, and is removed by calls that come later. */
final class Sessions {
    private static final long LIFE_NS = 8_000_000_000L;
    private static final int SESSION_BYTES = 8 << 10;
    private final Map<Long, byte[]> open = new ConcurrentHashMap<>();
    private final Queue<Ends> ends = new ConcurrentLinkedQueue<>();

    private record Ends(long session, long atNs) {}

    void begin(long call) {
        long nowNs = System.nanoTime();
        open.put(call, new byte[SESSION_BYTES]);
        ends.add(new Ends(call, nowNs + LIFE_NS));
        for (Ends next = ends.peek(); next != null && next.atNs() < nowNs; next = ends.peek()) {
            if (ends.remove(next)) {
                open.remove(next.session());
            }
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Sessions()::begin);
    }
}
