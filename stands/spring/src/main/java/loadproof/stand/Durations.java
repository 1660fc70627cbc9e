package loadproof.stand;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.LongStream;

/** Histograms of durations: the bounds are those of every stand. */
final class Durations {
  private static final Duration[] BOUNDS =
      LongStream.of(
              100,
              250,
              500,
              1_000,
              2_500,
              5_000,
              10_000,
              25_000,
              50_000,
              100_000,
              250_000,
              500_000,
              1_000_000,
              2_500_000,
              5_000_000,
              10_000_000)
          .mapToObj(us -> Duration.ofNanos(us * 1000))
          .toArray(Duration[]::new);

  private Durations() {}

  /** A timer that is exposed as the histogram {@code NAME_seconds}. */
  static Timer.Builder histogram(String name, String description) {
    return Timer.builder(name).description(description).serviceLevelObjectives(BOUNDS);
  }
}
