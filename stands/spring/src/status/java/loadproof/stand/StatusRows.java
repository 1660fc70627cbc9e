package loadproof.stand;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** How many rows the table has: counted at the start, and each new one since. */
public final class StatusRows {
  private final AtomicLong rows;

  public StatusRows(DatabaseFacts facts, MeterRegistry registry) {
    rows = new AtomicLong(facts.rows());
    Gauge.builder("status.rows", rows, AtomicLong::get)
        .description("Rows of the table.")
        .strongReference(true)
        .register(registry);
  }

  public void countNew() {
    rows.incrementAndGet();
  }
}
