// A server of Java that keeps some of what it makes for each call (tests/servers/README.md).

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

public final class LeakingServer {
    private static final int PIECE_KIB = 4;
    private static final Queue<byte[]> KEPT = new ConcurrentLinkedQueue<>();
    private static volatile byte[] lastGarbage;

    private LeakingServer() {}

    private static void keep(long kib) {
        for (long made = 0; made < kib; made += PIECE_KIB) {
            KEPT.add(new byte[PIECE_KIB << 10]);
        }
    }

    private static void waste(long kib) {
        for (long made = 0; made < kib; made += PIECE_KIB) {
            lastGarbage = new byte[PIECE_KIB << 10];
        }
    }

    /** Port, MiB that are kept from the start, KiB that each call leaks, KiB of garbage that each makes. */
    public static void main(String[] words) throws IOException {
        int port = Integer.parseInt(words[0]);
        keep(Long.parseLong(words[1]) << 10);
        long leakKib = Long.parseLong(words[2]);
        long garbageKib = Long.parseLong(words[3]);
        HttpServer listening = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 128);
        listening.createContext("/", call -> {
            keep(leakKib);
            waste(garbageKib);
            call.sendResponseHeaders(204, -1);
            call.close();
        });
        listening.setExecutor(Executors.newCachedThreadPool());
        listening.start();
        System.out.println("{\"http\": \"127.0.0.1:" + listening.getAddress().getPort() + "\"}");
    }
}
