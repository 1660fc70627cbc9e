package loadproof.stand;

import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/** SIGTERM and SIGINT: the first stops the service, the second ends it at once. */
final class StopSignals {
  private static final long LONGEST_STOP_MS = 5000;
  private static final int ENDED_BY_SECOND_SIGNAL = 130;

  private StopSignals() {}

  /** Calls {@code stop} at the first signal and ends the process when it returns, or after 5 s. */
  static void listen(Runnable stop) {
    AtomicInteger received = new AtomicInteger();
    for (String name : new String[] {"TERM", "INT"}) {
      Signal.handle(
          new Signal(name),
          signal -> {
            if (received.incrementAndGet() == 1) {
              thread("stop", () -> stopAndEnd(stop));
              thread("longest-stop", StopSignals::endAfterLongestStop);
            } else {
              Runtime.getRuntime().halt(ENDED_BY_SECOND_SIGNAL);
            }
          });
    }
  }

  private static void stopAndEnd(Runnable stop) {
    stop.run();
    Runtime.getRuntime().halt(0);
  }

  private static void endAfterLongestStop() {
    try {
      Thread.sleep(LONGEST_STOP_MS);
    } catch (InterruptedException interrupted) {
      // Nobody interrupts it; if anybody did, ending is what it is for.
    }
    Runtime.getRuntime().halt(0);
  }

  private static void thread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    // The thread of a signal is a daemon, and so would this be: the process must outlive the
    // server's own thread, which ends when it listens no more.
    thread.setDaemon(false);
    thread.start();
  }
}
