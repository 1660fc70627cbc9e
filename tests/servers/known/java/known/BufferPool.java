package known;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Healthy: buffers outside of the heap that are given back, and made where there is none. */
final class BufferPool {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final int WORK_MS = 5;
    private final Queue<ByteBuffer> free = new ConcurrentLinkedQueue<>();

    void write(long call) {
        ByteBuffer buffer = free.poll();
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        }
        buffer.clear().putLong(call);
        Service.pause(WORK_MS);
        free.add(buffer);
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new BufferPool()::write);
    }
}
