package known;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Healthy: a map that has one entry for each of so many customers, who come in no order. */
final class Directory {
    private static final int CUSTOMERS = 2000;
    private static final int CUSTOMER_BYTES = 4 << 10;
    private final Map<Integer, byte[]> customers = new ConcurrentHashMap<>();

    void find(long call) {
        int customer = ThreadLocalRandom.current().nextInt(CUSTOMERS);
        customers.computeIfAbsent(customer, key -> new byte[CUSTOMER_BYTES]);
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Directory()::find);
    }
}
