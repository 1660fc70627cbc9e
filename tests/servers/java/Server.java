// The standard server of Java with the routes of the conformance tests (tests/servers/README.md).

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

public final class Server {
    private static final byte[] LARGE = "0123456789abcdef".repeat((5 << 20) / 16).getBytes();
    private static final byte[] HELLO = "hello".getBytes();

    private final int limit;
    private final Map<String, Integer> requests = new TreeMap<>();
    /** Requests by the far end of their connection: its port tells connections apart. */
    private final Map<Integer, Integer> carried = new TreeMap<>();
    private int connections;
    private int most;

    private Server(int limit) {
        this.limit = limit;
    }

    private void handle(HttpExchange call) throws IOException {
        try (call) {
            String path = call.getRequestURI().getPath();
            if (path.equals("/stats")) {
                fixed(call, stats().getBytes());
                return;
            }
            if (count(call)) {
                call.getResponseHeaders().set("Connection", "close");
            }
            answer(call, path);
        }
    }

    /** Counts a request; true when its connection has carried enough. */
    private synchronized boolean count(HttpExchange call) {
        requests.merge(call.getRequestMethod() + " " + call.getRequestURI().getPath(), 1, Integer::sum);
        int port = call.getRemoteAddress().getPort();
        int number = carried.merge(port, 1, Integer::sum);
        connections += number == 1 ? 1 : 0;
        most = Math.max(most, number);
        boolean last = number >= limit || call.getRequestURI().getPath().contains("close");
        if (last) {
            carried.remove(port);
        }
        return last;
    }

    private synchronized String stats() {
        String each = requests.entrySet().stream()
            .map(entry -> "\"" + entry.getKey() + "\": " + entry.getValue())
            .collect(Collectors.joining(", "));
        return "{\"requests\": {" + each + "}, \"connections\": " + connections + ", \"most\": " + most + "}";
    }

    private static void answer(HttpExchange call, String path) throws IOException {
        switch (path) {
            case "/length", "/close" -> fixed(call, HELLO);
            case "/empty" -> call.sendResponseHeaders(200, -1);
            case "/chunked" -> pieces(call, 5, 0);
            case "/large" -> fixed(call, LARGE);
            case "/large-chunked" -> {
                call.sendResponseHeaders(200, 0);
                call.getResponseBody().write(LARGE);
                call.getResponseBody().close();
            }
            case "/slow" -> pieces(call, 5, 30);
            case "/echo", "/continue" -> echo(call);
            case "/early" -> fixed(call, "enough".getBytes());
            case "/cookie" -> {
                call.getResponseHeaders().add("Set-Cookie", "sid=abc; Path=/; HttpOnly");
                call.getResponseHeaders().add("Set-Cookie", "theme=dark; Max-Age=60");
                fixed(call, HELLO);
            }
            case "/gzip" -> {
                call.getResponseHeaders().set("Content-Encoding", "gzip");
                fixed(call, zipped());
            }
            case "/json" -> {
                call.getResponseHeaders().set("Content-Type", "application/json");
                fixed(call, "{\"token\": \"t-1\", \"items\": [{\"id\": 7}, {\"id\": 8}]}".getBytes());
            }
            default -> status(call, path);
        }
    }

    private static void fixed(HttpExchange call, byte[] body) throws IOException {
        if (call.getRequestMethod().equals("HEAD")) {
            call.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            call.sendResponseHeaders(200, -1);
            return;
        }
        call.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            call.getResponseBody().write(body);
        }
    }

    private static void pieces(HttpExchange call, int count, long gapMs) throws IOException {
        if (call.getRequestMethod().equals("HEAD")) {
            call.sendResponseHeaders(200, -1);
            return;
        }
        call.sendResponseHeaders(200, 0);
        OutputStream body = call.getResponseBody();
        for (int number = 0; number < count; number++) {
            body.write("piece ".getBytes());
            body.flush();
            try {
                Thread.sleep(gapMs);
            } catch (InterruptedException error) {
                throw new IOException(error);
            }
        }
        body.close();
    }

    /** Gives the body back when it is the one that its header tells of. */
    private static void echo(HttpExchange call) throws IOException {
        byte[] body = call.getRequestBody().readAllBytes();
        try {
            String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
            if (!sum.equals(call.getRequestHeaders().getFirst("X-Sha256"))) {
                call.sendResponseHeaders(400, -1);
                return;
            }
        } catch (java.security.NoSuchAlgorithmException error) {
            throw new IOException(error);
        }
        fixed(call, body);
    }

    private static void status(HttpExchange call, String path) throws IOException {
        int code = path.matches("/[2-5]\\d\\d") ? Integer.parseInt(path.substring(1)) : 404;
        if (code >= 300 && code < 400 && code != 304) {
            call.getResponseHeaders().set("Location", "/length");
        }
        call.sendResponseHeaders(code, -1);
    }

    private static byte[] zipped() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write("a".repeat(10_000).getBytes());
        }
        return out.toByteArray();
    }

    public static void main(String[] words) throws IOException {
        int limit = words.length > 0 ? Integer.parseInt(words[0].replace("-limit=", "")) : Integer.MAX_VALUE;
        Server server = new Server(limit);
        HttpServer listening = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 128);
        listening.createContext("/", server::handle);
        listening.setExecutor(Executors.newCachedThreadPool());
        listening.start();
        System.out.println("{\"http\": \"127.0.0.1:" + listening.getAddress().getPort() + "\"}");
        // Ends with the test that holds the other end.
        System.in.readAllBytes();
        System.exit(0);
    }
}
