package loadproof.stand;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Counts and times requests, from the head read to the answer ready. */
public final class RequestMetrics {
  private static final List<Route> OF_EVERY_SERVICE =
      List.of(Route.HEALTH, Route.METRICS, Route.OTHER);

  private final MeterRegistry registry;
  private final Routes routes;
  private final Map<Route, Timer> durations = new HashMap<>();
  private final Map<Route, Map<Integer, Counter>> answers = new HashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Counter cancelled;

  public RequestMetrics(MeterRegistry registry, Routes routes) {
    this.registry = registry;
    this.routes = routes;
    Stream.concat(routes.own().stream(), OF_EVERY_SERVICE.stream()).forEach(this::register);
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
    return new Flight(routes.of(method, path), System.nanoTime());
  }

  private void register(Route route) {
    answers.put(route, new ConcurrentHashMap<>());
    durations.put(
        route,
        Durations.histogram("http.request.duration", "Time from head read to answer ready.")
            .tag("method", route.method)
            .tag("route", route.path)
            .register(registry));
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
