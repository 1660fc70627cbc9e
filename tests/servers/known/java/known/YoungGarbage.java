package known;

/** Healthy: much garbage, in a young generation that is most of its heap. */
final class YoungGarbage {
    private static final int PIECES = 64;
    private static final int PIECE_BYTES = 4 << 10;
    private static volatile byte[] last;

    private YoungGarbage() {}

    static void render(long call) {
        for (int piece = 0; piece < PIECES; piece++) {
            last = new byte[PIECE_BYTES];
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, YoungGarbage::render);
    }
}
