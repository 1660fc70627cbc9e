package loadproof.stand.webflux;

import loadproof.stand.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What is answered where the database failed. */
// Before those of every service, which take any fault.
@Order(Ordered.HIGHEST_PRECEDENCE)
@RestControllerAdvice
class QueryFailures {
  private static final Logger LOG = LoggerFactory.getLogger("service");

  @ExceptionHandler
  Refusal.Body queryFailed(DataAccessException fault, ServerHttpResponse response) {
    // Spring wraps what the pool says when it has no connection.
    if (fault instanceof DataAccessResourceFailureException
        && fault.getCause() instanceof Refusal refusal) {
      return answered(refusal, response);
    }
    LOG.warn("query failed: {}", fault.getMessage());
    return answered(Refusal.databaseFailed(), response);
  }

  private static Refusal.Body answered(Refusal refusal, ServerHttpResponse response) {
    response.setStatusCode(HttpStatusCode.valueOf(refusal.status()));
    return refusal.body();
  }
}
