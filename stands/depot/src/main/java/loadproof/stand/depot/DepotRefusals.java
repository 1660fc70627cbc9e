package loadproof.stand.depot;

import jakarta.servlet.http.HttpServletResponse;
import loadproof.stand.Refusal;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers to faults that only services with transactions and keys of users have. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class DepotRefusals {
  @ExceptionHandler
  Refusal.Body noTransaction(CannotCreateTransactionException fault, HttpServletResponse response) {
    return refused(Refusal.noConnection(), response);
  }

  @ExceptionHandler
  Refusal.Body taken(DuplicateKeyException fault, HttpServletResponse response) {
    return refused(new Refusal(409, "the name is taken"), response);
  }

  @ExceptionHandler
  Refusal.Body broken(DataIntegrityViolationException fault, HttpServletResponse response) {
    return refused(new Refusal(400, "the request names something that does not exist"), response);
  }

  @ExceptionHandler
  Refusal.Body missing(
      MissingServletRequestParameterException fault, HttpServletResponse response) {
    return refused(new Refusal(400, fault.getParameterName() + " is missing"), response);
  }

  private static Refusal.Body refused(Refusal refusal, HttpServletResponse response) {
    response.setStatus(refusal.status());
    return refusal.body();
  }
}
