package loadproof.stand.depot.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import loadproof.stand.Refusal;
import loadproof.stand.depot.admin.ReadOnlyState;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Asks for the permission of each administration request before its handler runs. */
public final class PermissionCheck implements HandlerInterceptor, WebMvcConfigurer {
  private final Authenticator authenticator;
  private final ReadOnlyState readOnly;

  public PermissionCheck(Authenticator authenticator, ReadOnlyState readOnly) {
    this.authenticator = authenticator;
    this.readOnly = readOnly;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this);
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (request.getMethod().equals("OPTIONS")) {
      // Spring would answer by itself what a path takes.
      throw Refusal.wrongMethod();
    }
    if (!(handler instanceof HandlerMethod method)) {
      return true;
    }
    Permission permission = method.getMethodAnnotation(Permission.class);
    if (permission == null) {
      return true;
    }
    Caller caller = authenticator.caller(request, response, "");
    caller.demand(response, permission.value());
    boolean changes = !request.getMethod().equals("GET") && !request.getMethod().equals("HEAD");
    // What was frozen is thawed by a request that is a change itself.
    if (changes && !permission.value().startsWith("nexus:read-only")) {
      readOnly.refuse();
    }
    return true;
  }
}
