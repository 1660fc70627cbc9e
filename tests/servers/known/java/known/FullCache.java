package known;

import java.util.LinkedHashMap;
import java.util.Map;

/** Healthy: a cache of the entries that were used last, which is full after so many calls. */
final class FullCache {
    private static final int MOST_ENTRIES = 3500;
    private static final int ENTRY_BYTES = 4 << 10;
    private final Map<Long, byte[]> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
            return size() > MOST_ENTRIES;
        }
    };

    synchronized void use(long call) {
        entries.computeIfAbsent(call, key -> new byte[ENTRY_BYTES]);
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new FullCache()::use);
    }
}
