package loadproof.bench.gc;

import java.util.ArrayDeque;

/**
 * Allocates at a steady rate, keeps what is young for a while and some for good, and asks for full
 * collections.
 */
public final class Allocations {
  private static final int PIECE_BYTES = 16 << 10;
  private static final int PIECES_KEPT = 900;
  private static final int PIECES_YOUNG = 400;
  private static final int PIECES_A_STEP = 80;
  private static final int STEP_MS = 10;
  private static final int ASKED_FULL = 3;
  private static final byte[][] KEPT = new byte[PIECES_KEPT][];
  private static final ArrayDeque<byte[]> YOUNG = new ArrayDeque<>();

  private Allocations() {}

  /** One argument: for how many seconds. */
  public static void main(String[] arguments) throws InterruptedException {
    int steps = Integer.parseInt(arguments[0]) * 1000 / STEP_MS;
    int stepsAFull = steps / ASKED_FULL;
    for (int step = 1; step <= steps; step++) {
      for (int piece = 0; piece < PIECES_A_STEP; piece++) {
        allocate(step * PIECES_A_STEP + piece);
      }
      if (step % stepsAFull == 0) {
        System.gc();
      }
      Thread.sleep(STEP_MS);
    }
  }

  private static void allocate(int number) {
    byte[] piece = new byte[PIECE_BYTES];
    YOUNG.addLast(piece);
    if (YOUNG.size() > PIECES_YOUNG) {
      YOUNG.removeFirst();
    }
    // What is kept is replaced now and then, so that the old generation has something to free.
    if (number % 8 == 0) {
      KEPT[number / 8 % PIECES_KEPT] = piece;
    }
  }
}
