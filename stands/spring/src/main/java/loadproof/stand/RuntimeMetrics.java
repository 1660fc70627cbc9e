package loadproof.stand;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What the process and its VM say of themselves. */
public final class RuntimeMetrics {
  private static final Path STATUS = Path.of("/proc/self/status");

  private RuntimeMetrics() {}

  /** Registers all of them. */
  public static void register(MeterRegistry registry) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    FunctionCounter.builder("process.cpu", system, bean -> bean.getProcessCpuTime() / 1e9)
        .description("CPU time used.")
        .baseUnit("seconds")
        .register(registry);
    gauge(
        registry, "process.resident.memory", "bytes", "Resident memory.", RuntimeMetrics::resident);
    double startS = ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3;
    gauge(registry, "process.start.time", "seconds", "Start, seconds since 1970.", () -> startS);
    var memory = ManagementFactory.getMemoryMXBean();
    gauge(
        registry,
        "heap.used",
        "bytes",
        "Heap in use.",
        () -> memory.getHeapMemoryUsage().getUsed());
    gauge(
        registry,
        "heap.max",
        "bytes",
        "Most heap there can be.",
        () -> memory.getHeapMemoryUsage().getMax());
    registerPauses(registry);
  }

  private static void registerPauses(MeterRegistry registry) {
    Timer pauses =
        Durations.histogram("gc.pause", "Time in which the collector stopped the world.")
            .register(registry);
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) bean)
          .addNotificationListener((notice, handback) -> record(pauses, notice), null, null);
    }
  }

  private static void record(Timer pauses, Notification notice) {
    if (notice
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      var info = GarbageCollectionNotificationInfo.from((CompositeData) notice.getUserData());
      // "end of GC cycle" is concurrent work; what else there is ends a pause.
      if (!info.getGcAction().contains("cycle")) {
        pauses.record(info.getGcInfo().getDuration(), TimeUnit.MILLISECONDS);
      }
    }
  }

  private static double resident() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException fault) {
      return Double.NaN;
    }
  }

  private static void gauge(
      MeterRegistry registry,
      String name,
      String unit,
      String description,
      Supplier<Number> value) {
    Gauge.builder(name, value).description(description).baseUnit(unit).register(registry);
  }
}
