package known;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Leaks outside of the heap: frames are put into a queue that nobody reads. */
final class FrameQueue {
    private static final int FRAME_BYTES = 8 << 10;
    private final Queue<ByteBuffer> frames = new ConcurrentLinkedQueue<>();

    void put(long call) {
        frames.add(ByteBuffer.allocateDirect(FRAME_BYTES));
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new FrameQueue()::put);
    }
}
