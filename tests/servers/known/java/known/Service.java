package known;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** What all of these have: a port of the loopback address, a pool of threads, and work for each call. */
final class Service {
    private static final int BACKLOG = 512;
    private static final int THREADS = 16;

    private Service() {}

    /** What a call does; its number begins at 1. */
    interface Work {
        void done(long call) throws Exception;
    }

    static void serve(String[] words, Work work) throws IOException {
        int port = Integer.parseInt(words[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        AtomicLong calls = new AtomicLong();
        server.createContext("/healthz", exchange -> answer(exchange, 204));
        server.createContext("/", exchange -> {
            try {
                work.done(calls.incrementAndGet());
                answer(exchange, 204);
            } catch (Exception failed) {
                answer(exchange, 500);
            }
        });
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.start();
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    /** Time of a disk or of another service. */
    static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
