package known;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Healthy: a cache that the VM may empty before it runs out of memory. */
final class SoftCache {
    private static final int PAGES = 20_000;
    private static final int PAGE_BYTES = 8 << 10;
    private final Map<Integer, SoftReference<byte[]>> pages = new ConcurrentHashMap<>();

    void read(long call) {
        int page = ThreadLocalRandom.current().nextInt(PAGES);
        SoftReference<byte[]> held = pages.get(page);
        if (held == null || held.get() == null) {
            pages.put(page, new SoftReference<>(new byte[PAGE_BYTES]));
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new SoftCache()::read);
    }
}
