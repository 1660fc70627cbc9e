package known;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Waits for nobody who has what it needs: each call asks another service, and has its answer in time. */
final class Remote {
    private static final int THREADS = 32;
    private static final int ANSWER_MS = 30;
    private final ExecutorService others = Executors.newFixedThreadPool(THREADS);

    void ask(long call) throws Exception {
        CompletableFuture.runAsync(() -> Service.pause(ANSWER_MS), others).get();
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Remote()::ask);
    }
}
