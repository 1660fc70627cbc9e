package ktorjdbc

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertFalse
import kotlin.test.assertTrue

class GcPausesTest {
    @Test
    fun `cycles that run beside the service are no pauses`() {
        for (name in listOf("ZGC Minor Cycles", "ZGC Major Cycles", "ZGC Cycles", "Shenandoah Cycles")) {
            assertFalse(GcPauses.stopsTheWorld(name), name)
        }
        for (name in listOf("ZGC Minor Pauses", "G1 Young Generation", "G1 Concurrent GC", "PS MarkSweep", "Copy")) {
            assertTrue(GcPauses.stopsTheWorld(name), name)
        }
    }

    @Test
    fun `a collection is a pause`() {
        val pauses = SimpleMeterRegistry().timer("gc.pause")
        GcPauses(pauses).listen()
        System.gc()
        // The VM tells of it on a thread of its own.
        val deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(5)
        while (pauses.count() == 0L && System.nanoTime() < deadlineNs) Thread.sleep(10)
        assertTrue(pauses.count() >= 1)
    }
}
