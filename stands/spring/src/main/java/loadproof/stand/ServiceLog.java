package loadproof.stand;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Log of a service on {@code java.util.logging}: silent during the start, one line per warning
 * after it.
 */
public final class ServiceLog {
  private static final Logger ROOT = Logger.getLogger("");

  // The one warns of every 404, which would be the most of the log and of its cost; the other of
  // threads that a stop does not wait for.
  private static final List<Logger> MUTED =
      List.of(
          Logger.getLogger("org.springframework.web.servlet.PageNotFound"),
          Logger.getLogger("org.apache.catalina.loader.WebappClassLoaderBase"));

  private ServiceLog() {}

  /** What fails in the start is thrown and reported once. */
  public static void silence() {
    ROOT.setLevel(Level.OFF);
    MUTED.forEach(logger -> logger.setLevel(Level.OFF));
  }

  /** Starts to write; not before the start, as Tomcat gives the handlers a formatter of its own. */
  public static void begin() {
    for (Handler handler : ROOT.getHandlers()) {
      handler.setFormatter(new LogLine());
    }
    ROOT.setLevel(Level.WARNING);
  }
}
