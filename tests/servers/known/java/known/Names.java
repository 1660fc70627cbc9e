package known;

import java.util.concurrent.ThreadLocalRandom;

/** Healthy: names are interned, and whoever asked for one lets go of it. */
final class Names {
    private static final int NAMES = 50_000;
    private static final int PER_CALL = 20;
    private static volatile String last;

    private Names() {}

    static void read(long call) {
        for (int name = 0; name < PER_CALL; name++) {
            String letters = "a name of some length, as a parser of documents reads it, ";
            last = (letters + ThreadLocalRandom.current().nextInt(NAMES)).intern();
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, Names::read);
    }
}
