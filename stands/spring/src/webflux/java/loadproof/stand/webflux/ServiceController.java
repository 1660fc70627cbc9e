package loadproof.stand.webflux;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What is asked of the service itself. */
@RestController
class ServiceController {
  private static final MediaType TEXT =
      MediaType.parseMediaType("text/plain; version=0.0.4; charset=utf-8");

  private final PrometheusMeterRegistry registry;

  ServiceController(PrometheusMeterRegistry registry) {
    this.registry = registry;
  }

  @GetMapping("/healthz")
  Map<String, String> health() {
    return Map.of("state", "ready");
  }

  @GetMapping("/metrics")
  Mono<Void> metrics(ServerHttpResponse response) {
    byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
    response.getHeaders().setContentType(TEXT);
    response.getHeaders().setContentLength(text.length);
    DataBuffer body = response.bufferFactory().wrap(text);
    return response.writeWith(Mono.just(body));
  }
}
