package loadproof.stand.webflux;

import loadproof.stand.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ResponseStatusException;
import reactor.netty.channel.AbortedException;

/** Everything refused is answered as {@code {"error": "..."}}. */
@RestControllerAdvice
public class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger("service");
  private static final int NOT_FOUND = 404;

  @ExceptionHandler
  Refusal.Body refused(Refusal refusal, ServerHttpResponse response) {
    response.setStatusCode(HttpStatusCode.valueOf(refusal.status()));
    return refusal.body();
  }

  @ExceptionHandler(MethodNotAllowedException.class)
  Refusal.Body wrongMethod(ServerHttpResponse response) {
    return refused(Refusal.wrongMethod(), response);
  }

  @ExceptionHandler
  Refusal.Body otherPath(ResponseStatusException fault, ServerHttpResponse response) {
    if (fault.getStatusCode().value() == NOT_FOUND) {
      return refused(Refusal.noRoute(), response);
    }
    return refused(new Refusal(fault.getStatusCode().value(), fault.getMessage()), response);
  }

  // There is nobody to answer, and nothing to say about it.
  @ExceptionHandler(AbortedException.class)
  void left() {}

  @ExceptionHandler
  Refusal.Body failed(RuntimeException fault, ServerHttpResponse response) {
    LOG.error("request failed", fault);
    return refused(Refusal.serviceFailed(), response);
  }
}
