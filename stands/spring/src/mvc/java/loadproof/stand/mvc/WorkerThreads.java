package loadproof.stand.mvc;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.springframework.boot.web.embedded.tomcat.TomcatWebServer;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/** The threads that speak HTTP; virtual ones are not counted, as there is no bound to them. */
class WorkerThreads {
  private final MeterRegistry registry;

  WorkerThreads(MeterRegistry registry) {
    this.registry = registry;
  }

  @EventListener
  void show(ServletWebServerInitializedEvent event) {
    var server = (TomcatWebServer) event.getWebServer();
    var executor = server.getTomcat().getConnector().getProtocolHandler().getExecutor();
    if (executor instanceof ThreadPoolExecutor threads) {
      gauge("threads.busy", "Threads that answer a request.", threads::getActiveCount);
      gauge("threads.max", "Most threads there can be.", threads::getMaximumPoolSize);
      gauge("threads.queued", "Requests that wait for a thread.", () -> threads.getQueue().size());
    }
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }
}
