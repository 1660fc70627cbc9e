package loadproof.stand;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What is counted of a pool of connections, whoever made it. */
public final class PoolMetrics {
  private final MeterRegistry registry;
  private final Timer acquired;
  private final Counter timeouts;

  public PoolMetrics(MeterRegistry registry) {
    this.registry = registry;
    acquired =
        Durations.histogram("pool.acquire", "Time until a connection was had.").register(registry);
    timeouts =
        Counter.builder("pool.timeouts")
            .description("Requests that no connection came free for in time.")
            .register(registry);
    Counter.builder("pool.rejections")
        .description("Requests refused because too many waited: these pools bound the wait alone.")
        .register(registry);
  }

  /** Shows the state of the pool, which is asked at each reading. */
  public void show(
      Supplier<Number> connections,
      Supplier<Number> active,
      Supplier<Number> idle,
      Supplier<Number> pending) {
    gauge("pool.connections", "Connections of the pool.", connections);
    gauge("pool.active", "Connections that a query holds.", active);
    gauge("pool.idle", "Connections that wait for a query.", idle);
    gauge("pool.pending", "Requests that wait for a connection.", pending);
  }

  /** A request asked for a connection and has it. */
  public void acquired(long waitedNs) {
    acquired.record(waitedNs, TimeUnit.NANOSECONDS);
  }

  /** No connection came free in time. */
  public void timedOut() {
    timeouts.increment();
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }
}
