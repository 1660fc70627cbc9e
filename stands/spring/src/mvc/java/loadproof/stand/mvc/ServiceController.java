package loadproof.stand.mvc;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is asked of the service itself. */
@RestController
class ServiceController {
  private final PrometheusMeterRegistry registry;

  ServiceController(PrometheusMeterRegistry registry) {
    this.registry = registry;
  }

  @GetMapping("/healthz")
  Map<String, String> health() {
    return Map.of("state", "ready");
  }

  @GetMapping("/metrics")
  void metrics(HttpServletResponse response) throws IOException {
    byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
    response.setContentType("text/plain; version=0.0.4; charset=utf-8");
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }
}
