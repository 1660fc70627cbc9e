package known;

/** Held up: entries are posted one after the other, under a monitor. */
final class Ledger {
    private static final int POST_MS = 8;
    private long posted;

    void post(long call) {
        synchronized (this) {
            posted += call;
            Service.pause(POST_MS);
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Ledger()::post);
    }
}
