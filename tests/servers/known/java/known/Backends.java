package known;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Leaks connections: whoever asks a backend does not give its connection back. */
final class Backends {
    private static final int CALLS_PER_CONNECTION = 5;
    private static final int BUFFER_BYTES = 16 << 10;
    private final Set<Connection> borrowed = ConcurrentHashMap.newKeySet();
    private final ServerSocket backend = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());

    Backends() throws IOException {}

    /** One of the service, with its buffers. */
    static final class Connection {
        private final InputStream in;
        private final OutputStream out;

        Connection(Socket socket) throws IOException {
            in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
            out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
            out.write('?');
        }
    }

    void ask(long call) throws IOException {
        if (call % CALLS_PER_CONNECTION == 0) {
            borrowed.add(new Connection(new Socket(backend.getInetAddress(), backend.getLocalPort())));
            // The other end belongs to another process in life: it is let go of here.
            backend.accept().setSoLinger(true, 0);
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Backends()::ask);
    }
}
