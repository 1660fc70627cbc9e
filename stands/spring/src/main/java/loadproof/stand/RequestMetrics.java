package loadproof.stand;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and times requests, from the head read to the answer ready. */
public final class RequestMetrics {
  private final MeterRegistry registry;
  private final Map<Route, Timer> durations = new EnumMap<>(Route.class);
  private final Map<Route, Map<Integer, Counter>> answers = new EnumMap<>(Route.class);
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Counter cancelled;

  public RequestMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (Route route : Route.values()) {
      answers.put(route, new ConcurrentHashMap<>());
      durations.put(
          route,
          Durations.histogram("http.request.duration", "Time from head read to answer ready.")
              .tag("method", route.method)
              .tag("route", route.path)
              .register(registry));
    }
    cancelled =
        Counter.builder("http.requests.cancelled")
            .description("Requests whose client left early.")
            .register(registry);
    Gauge.builder("http.requests.in.flight", inFlight, AtomicInteger::get)
        .description("Requests read and not yet answered.")
        .strongReference(true)
        .register(registry);
  }

  /** A request whose head has been read. */
  public Flight begin(String method, String path) {
    inFlight.incrementAndGet();
    return new Flight(Route.of(method, path), System.nanoTime());
  }

  private Counter answered(Route route, int status) {
    return answers
        .get(route)
        .computeIfAbsent(
            status,
            known ->
                Counter.builder("http.requests")
                    .description("Requests answered.")
                    .tag("method", route.method)
                    .tag("route", route.path)
                    .tag("status", String.valueOf(known))
                    .register(registry));
  }

  /** One request under way; only the first of its ends counts. */
  public final class Flight {
    private final Route route;
    private final long beginNs;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Flight(Route route, long beginNs) {
      this.route = route;
      this.beginNs = beginNs;
    }

    /** The answer is ready. */
    public void answered(int status) {
      if (ended.compareAndSet(false, true)) {
        durations.get(route).record(System.nanoTime() - beginNs, TimeUnit.NANOSECONDS);
        RequestMetrics.this.answered(route, status).increment();
        inFlight.decrementAndGet();
      }
    }

    /** The client left before the answer. */
    public void cancelled() {
      if (ended.compareAndSet(false, true)) {
        cancelled.increment();
        inFlight.decrementAndGet();
      }
    }
  }
}
