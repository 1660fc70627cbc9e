package loadproof.stand.book;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import loadproof.stand.Refusal;
import reactor.core.publisher.Mono;

/** The threads that work on requests, so that those of Netty never wait; how many is the fault. */
final class BookThreads implements AutoCloseable {
  private final ThreadPoolExecutor executor;

  BookThreads(BookSettings settings, MeterRegistry registry) {
    AtomicInteger made = new AtomicInteger();
    executor =
        new ThreadPoolExecutor(
            settings.threads(),
            settings.threads(),
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(settings.queue()),
            work -> new Thread(work, "BookThread-" + made.incrementAndGet()));
    executor.prestartAllCoreThreads();
    gauge(registry, "threads.busy", "Threads that work on a request.", executor::getActiveCount);
    gauge(registry, "threads.max", "Threads that there are.", executor::getMaximumPoolSize);
    gauge(
        registry,
        "threads.queued",
        "Requests that wait for a thread.",
        () -> executor.getQueue().size());
  }

  /** What {@code work} gives, done by one of the threads; 503 where too many wait for them. */
  // Done to its end, whether or not its client is still there.
  <T> Mono<T> call(Supplier<T> work) {
    return Mono.defer(
        () -> {
          try {
            return Mono.fromFuture(CompletableFuture.supplyAsync(work, executor), true);
          } catch (RejectedExecutionException full) {
            return Mono.error(new Refusal(503, "too many requests wait for a thread"));
          }
        });
  }

  /** Returns when what was begun is done, so that what it logs comes before the log's end. */
  @Override
  public void close() throws InterruptedException {
    executor.shutdown();
    executor.awaitTermination(1, TimeUnit.SECONDS);
  }

  private static void gauge(
      MeterRegistry registry, String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }
}
