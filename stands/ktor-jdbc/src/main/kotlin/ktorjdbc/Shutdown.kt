package ktorjdbc

import sun.misc.Signal
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicBoolean

private const val INTERRUPTED = 130

/** SIGTERM and SIGINT: the first one asks for a gentle stop, a second one ends the process at once. */
class Shutdown {
    private val asked = CountDownLatch(1)
    private val first = AtomicBoolean(true)

    /** Takes the signals from now on. The VM's own handlers would end the process with 143 instead of 0. */
    fun listen() {
        for (name in listOf("TERM", "INT")) {
            Signal.handle(Signal(name)) {
                if (first.getAndSet(false)) asked.countDown() else Runtime.getRuntime().halt(INTERRUPTED)
            }
        }
    }

    /** Returns once the stop was asked for. */
    fun await() = asked.await()
}
