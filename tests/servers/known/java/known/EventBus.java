package known;

import java.util.ArrayList;
import java.util.List;

/** Leaks: each cart listens to the bus, and none ever leaves it. */
final class EventBus {
    private static final int LINES_BYTES = 4 << 10;
    private final List<Runnable> listeners = new ArrayList<>();

    /** What a customer has chosen. */
    static final class Cart {
        private final byte[] lines = new byte[LINES_BYTES];
        private int refreshed;

        void refresh() {
            refreshed += lines.length;
        }
    }

    synchronized void subscribe(Runnable listener) {
        listeners.add(listener);
    }

    public static void main(String[] words) throws Exception {
        EventBus bus = new EventBus();
        Service.serve(words, call -> bus.subscribe(new Cart()::refresh));
    }
}
