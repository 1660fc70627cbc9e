package loadproof.stand.book;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Time in which a thread waits for a device. */
final class Pause {
  private Pause() {}

  /** Waits so many microseconds, however often the thread is woken. */
  static void ofUs(int us) {
    long endNs = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(us);
    for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
      LockSupport.parkNanos(leftNs);
    }
  }
}
