package loadproof.stand.mvc;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import loadproof.stand.RequestMetrics;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Counts and times every request around all that answers it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestFilter implements Filter {
  private static final int FAILED = 500;

  private final RequestMetrics metrics;

  RequestFilter(RequestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    var flight = metrics.begin(http.getMethod(), http.getRequestURI());
    try {
      chain.doFilter(request, response);
      flight.answered(((HttpServletResponse) response).getStatus());
    } catch (IOException left) {
      flight.cancelled();
      throw left;
    } finally {
      // What is thrown here is answered by Tomcat; after one of the ends above this counts nothing.
      flight.answered(FAILED);
    }
  }
}
