package known;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Held up: whoever writes to the log waits for the disk of whoever wrote before. */
final class AuditLog {
    private static final int LINE_BYTES = 200;
    private final OutputStream file = new BufferedOutputStream(new SlowDisk(), LINE_BYTES);

    private static final class SlowDisk extends OutputStream {
        private static final int WRITE_MS = 8;

        @Override
        public void write(int letter) {
            Service.pause(WRITE_MS);
        }

        @Override
        public void write(byte[] letters, int from, int length) {
            Service.pause(WRITE_MS);
        }
    }

    synchronized void append(String line) throws IOException {
        file.write(line.getBytes(StandardCharsets.UTF_8));
        file.flush();
    }

    public static void main(String[] words) throws Exception {
        AuditLog log = new AuditLog();
        Service.serve(words, call -> log.append("call " + call));
    }
}
