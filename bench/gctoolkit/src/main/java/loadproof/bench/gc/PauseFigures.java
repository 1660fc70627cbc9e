package loadproof.bench.gc;

import com.microsoft.gctoolkit.aggregator.Aggregation;
import com.microsoft.gctoolkit.aggregator.Collates;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Pauses by kind, and what was in use after the last full collection, or marked alive by the last
 * one of ZGC.
 */
@Collates(PauseAggregator.class)
public final class PauseFigures extends Aggregation {
  private static final double MS_PER_S = 1e3;
  private static final double KIB_PER_MIB = 1024.0;

  private final Map<String, Kind> kinds = new TreeMap<>();
  private long events;
  private Double aliveMib;

  private static final class Kind {
    private long count;
    private double totalMs;
    private double largestMs;
  }

  synchronized void event() {
    events++;
  }

  synchronized void pause(String kind, double pauseMs) {
    Kind all = kinds.computeIfAbsent(kind, name -> new Kind());
    all.count++;
    all.totalMs += pauseMs;
    all.largestMs = Math.max(all.largestMs, pauseMs);
  }

  void pauseOfSeconds(String kind, double pauseS) {
    pause(kind, pauseS * MS_PER_S);
  }

  synchronized void alive(long kib) {
    aliveMib = kib / KIB_PER_MIB;
  }

  synchronized String json() {
    String pauses =
        kinds.entrySet().stream().map(PauseFigures::jsonOfKind).collect(Collectors.joining(", "));
    return "{\"events\": %d, \"alive_mib\": %s, \"pauses\": [%s]}"
        .formatted(events, aliveMib == null ? "null" : number(aliveMib), pauses);
  }

  private static String jsonOfKind(Map.Entry<String, Kind> entry) {
    Kind kind = entry.getValue();
    return "{\"kind\": \"%s\", \"count\": %d, \"total_ms\": %s, \"largest_ms\": %s}"
        .formatted(entry.getKey(), kind.count, number(kind.totalMs), number(kind.largestMs));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }

  @Override
  public boolean hasWarning() {
    return false;
  }

  @Override
  public boolean isEmpty() {
    return events == 0;
  }
}
