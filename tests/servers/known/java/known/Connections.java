package known;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Held up: a pool of two connections, each of which is used for as long as a query takes. */
final class Connections {
    private static final int SIZE = 2;
    private static final int QUERY_MS = 17;
    private final BlockingQueue<Object> free = new ArrayBlockingQueue<>(SIZE);

    Connections() {
        while (free.remainingCapacity() > 0) {
            free.add(new Object());
        }
    }

    Object borrow() throws InterruptedException {
        return free.take();
    }

    void query(long call) throws InterruptedException {
        Object connection = borrow();
        try {
            Service.pause(QUERY_MS);
        } finally {
            free.add(connection);
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Connections()::query);
    }
}
