package ktorjdbc

import com.sun.management.OperatingSystemMXBean
import io.micrometer.core.instrument.Counter
import io.micrometer.core.instrument.FunctionCounter
import io.micrometer.core.instrument.Gauge
import io.micrometer.core.instrument.MeterRegistry
import java.io.IOException
import java.lang.management.ManagementFactory
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicLong

private const val PAGE_BYTES = 4096.0

/** Registers what is known of the pool, the rows, the process and its heap; the names are the contract of all stands. */
class ServiceMetrics(private val registry: MeterRegistry, rowsAtStart: Long) {
    private val rows = AtomicLong(rowsAtStart)

    init {
        gauge("status.rows", "Rows of the table.") { rows.get() }
        bindProcess()
        bindHeap()
        GcPauses(timer("gc.pause", "Stop-the-world pauses of the garbage collector.").register(registry)).listen()
    }

    fun countNewRow() {
        rows.incrementAndGet()
    }

    fun bindPool(pool: Pool) {
        gauge("pool.connections", "Connections of the pool.") { pool.total }
        gauge("pool.active", "Connections in use.") { pool.active }
        gauge("pool.idle", "Connections not in use.") { pool.idle }
        gauge("pool.pending", "Requests that wait for a connection.") { pool.pending }
        FunctionCounter.builder("pool.timeouts", pool) { it.timeouts.toDouble() }
            .description("Waits that ended in 503.").register(registry)
        // The wait is bounded by its time alone.
        Counter.builder("pool.rejections").description("503s for a full queue.").register(registry)
        val acquire = timer("pool.acquire", "Time until a connection was had.").register(registry)
        pool.onAcquired = { waitedNs -> acquire.record(waitedNs, TimeUnit.NANOSECONDS) }
    }

    private fun bindProcess() {
        val system = ManagementFactory.getOperatingSystemMXBean() as OperatingSystemMXBean
        FunctionCounter.builder("process.cpu.seconds", system) { it.processCpuTime / 1e9 }
            .description("CPU time used.").register(registry)
        gauge("process.resident.memory.bytes", "Resident memory.", ::residentBytes)
        val startedS = ManagementFactory.getRuntimeMXBean().startTime / 1e3
        gauge("process.start.time.seconds", "Start, seconds since 1970.") { startedS }
    }

    private fun bindHeap() {
        val memory = ManagementFactory.getMemoryMXBean()
        gauge("heap.used.bytes", "Memory of objects on the heap.") { memory.heapMemoryUsage.used }
        gauge("heap.max.bytes", "The most that the heap may have.") { memory.heapMemoryUsage.max }
    }

    private fun gauge(name: String, meaning: String, value: () -> Number) {
        Gauge.builder(name, value).description(meaning).register(registry)
    }
}

private fun residentBytes(): Double = try {
    Files.readString(Path.of("/proc/self/statm")).split(' ')[1].toDouble() * PAGE_BYTES
} catch (_: IOException) {
    Double.NaN
}
