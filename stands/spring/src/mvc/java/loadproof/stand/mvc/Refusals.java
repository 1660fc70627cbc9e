package loadproof.stand.mvc;

import jakarta.servlet.http.HttpServletResponse;
import loadproof.stand.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Everything refused is answered as {@code {"error": "..."}}. */
@RestControllerAdvice
class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger("service");

  @ExceptionHandler
  Refusal.Body refused(Refusal refusal, HttpServletResponse response) {
    response.setStatus(refusal.status());
    return refusal.body();
  }

  @ExceptionHandler({NoHandlerFoundException.class, NoResourceFoundException.class})
  Refusal.Body noRoute(HttpServletResponse response) {
    return refused(Refusal.noRoute(), response);
  }

  @ExceptionHandler(HttpRequestMethodNotSupportedException.class)
  Refusal.Body wrongMethod(HttpServletResponse response) {
    return refused(Refusal.wrongMethod(), response);
  }

  @ExceptionHandler(CannotGetJdbcConnectionException.class)
  Refusal.Body noConnection(HttpServletResponse response) {
    return refused(Refusal.noConnection(), response);
  }

  @ExceptionHandler
  Refusal.Body queryFailed(DataAccessException fault, HttpServletResponse response) {
    LOG.warn("query failed: {}", fault.getMessage());
    return refused(Refusal.databaseFailed(), response);
  }

  // Of the unchecked ones only: an IOException means that the client has left.
  @ExceptionHandler
  Refusal.Body failed(RuntimeException fault, HttpServletResponse response) {
    LOG.error("request failed", fault);
    return refused(Refusal.serviceFailed(), response);
  }
}
