package known;

import java.util.ArrayList;
import java.util.List;

/** Leaks: the trail of a thread gets longer with each call, and is never cleared. */
final class RequestContext {
    private static final int STEP_BYTES = 4 << 10;
    private static final ThreadLocal<List<byte[]>> TRAIL = ThreadLocal.withInitial(ArrayList::new);

    private RequestContext() {}

    static void step(long call) {
        TRAIL.get().add(new byte[STEP_BYTES]);
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, RequestContext::step);
    }
}
