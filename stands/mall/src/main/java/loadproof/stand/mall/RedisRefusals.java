package loadproof.stand.mall;

import jakarta.servlet.http.HttpServletResponse;
import java.util.NoSuchElementException;
import loadproof.stand.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import redis.clients.jedis.exceptions.JedisException;

/** Answers where Redis failed: 503 without a connection in time, 500 otherwise. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class RedisRefusals {
  private static final Logger LOG = LoggerFactory.getLogger("service");

  @ExceptionHandler
  Refusal.Body failed(JedisException fault, HttpServletResponse response) {
    // The pool's own exception for "no connection came free", whatever Jedis wraps it in.
    boolean waited = fault.getCause() instanceof NoSuchElementException;
    Refusal refusal = waited ? Refusal.noConnection() : Refusal.databaseFailed();
    if (!waited) {
      LOG.warn("Redis failed: {}", fault.getMessage());
    }
    response.setStatus(refusal.status());
    return refusal.body();
  }
}
