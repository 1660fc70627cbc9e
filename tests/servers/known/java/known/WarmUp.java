package known;

import java.util.ArrayList;
import java.util.List;

/** Healthy: its tables are made one by one, while the first calls come. */
final class WarmUp {
    private static final int TABLES = 40;
    private static final int CALLS_PER_TABLE = 60;
    private static final int TABLE_BYTES = 256 << 10;
    private final List<byte[]> tables = new ArrayList<>();

    synchronized void look(long call) {
        if (tables.size() < TABLES && call % CALLS_PER_TABLE == 0) {
            tables.add(new byte[TABLE_BYTES]);
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new WarmUp()::look);
    }
}
