package ktorjdbc

import io.micrometer.core.instrument.Counter
import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.Timer
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger

// The upper bounds of the histograms, those of every stand.
private val BOUNDS_US = longArrayOf(
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 5_000_000, 10_000_000,
)

/** A timer that is a histogram with the bounds of every stand. */
fun timer(name: String, meaning: String): Timer.Builder = Timer.builder(name)
    .description(meaning)
    .serviceLevelObjectives(*Array(BOUNDS_US.size) { Duration.of(BOUNDS_US[it], java.time.temporal.ChronoUnit.MICROS) })

/** What is counted of requests; the names are the contract of all stands. */
class RequestMetrics(private val registry: MeterRegistry) {
    private val inFlight: AtomicInteger = AtomicInteger()
    private val cancelled: Counter =
        Counter.builder("http.requests.cancelled").description("Requests whose client left early.").register(registry)

    init {
        registry.gauge("http.requests.in.flight", inFlight)
    }

    /** The metrics of one route; `other`, `other` is for what is none. */
    inner class Route(private val method: String, private val pattern: String) {
        private val answered = ConcurrentHashMap<Int, Counter>()
        private val duration =
            timer("http.request.duration", "Time from a request's head read to its answer ready.")
                .tags("method", method, "route", pattern).register(registry)

        fun begin(): Flight {
            inFlight.incrementAndGet()
            return Flight(this)
        }

        internal fun count(status: Int, durationNs: Long) {
            duration.record(durationNs, TimeUnit.NANOSECONDS)
            answered.computeIfAbsent(status, ::counter).increment()
        }

        private fun counter(status: Int): Counter = Counter.builder("http.requests").description("Requests answered.")
            .tags("method", method, "route", pattern, "status", status.toString()).register(registry)
    }

    /** One request in flight; it ends by [answered] or [cancelled]. */
    inner class Flight(private val route: Route) {
        private val readNs = System.nanoTime()

        fun answered(status: Int) {
            route.count(status, System.nanoTime() - readNs)
            inFlight.decrementAndGet()
        }

        fun cancelled() {
            cancelled.increment()
            inFlight.decrementAndGet()
        }
    }
}
