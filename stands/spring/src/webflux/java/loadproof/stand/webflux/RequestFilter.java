package loadproof.stand.webflux;

import loadproof.stand.RequestMetrics;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Counts and times every request around all that answers it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestFilter implements WebFilter {
  private static final int OK = 200;
  private static final int FAILED = 500;

  private final RequestMetrics metrics;

  RequestFilter(RequestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    var request = exchange.getRequest();
    var response = exchange.getResponse();
    var flight = metrics.begin(request.getMethod().name(), request.getURI().getRawPath());
    // Before the answer leaves: its client may ask for the metrics next.
    response.beforeCommit(
        () -> {
          flight.answered(statusOf(response));
          return Mono.empty();
        });
    return chain
        .filter(exchange)
        .doOnCancel(flight::cancelled)
        .doOnError(fault -> flight.answered(FAILED))
        // The answer to a HEAD is committed later.
        .doOnSuccess(done -> flight.answered(statusOf(response)));
  }

  private static int statusOf(ServerHttpResponse response) {
    HttpStatusCode status = response.getStatusCode();
    return status == null ? OK : status.value();
  }
}
