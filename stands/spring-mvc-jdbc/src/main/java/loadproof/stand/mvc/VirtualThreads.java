package loadproof.stand.mvc;

import loadproof.stand.Fault;
import loadproof.stand.Options;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.thread.Threading;
import org.springframework.core.env.Environment;

/** Refuses what virtual threads cannot have, which Spring would pass over in silence. */
class VirtualThreads implements InitializingBean {
  private static final String WANTED = "spring.threads.virtual.enabled";

  private final Environment environment;
  private final Options options;

  VirtualThreads(Environment environment, Options options) {
    this.environment = environment;
    this.options = options;
  }

  @Override
  public void afterPropertiesSet() {
    if (!environment.getProperty(WANTED, Boolean.class, false)) {
      return;
    }
    if (!Threading.VIRTUAL.isActive(environment)) {
      throw Fault.failure(
          "Java %s has no virtual threads. Cure: STAND_JDK=newest on a machine with Java 21 or newer"
              .formatted(Runtime.version().feature()));
    }
    if (options.workers().isPresent()) {
      throw Fault.badInput(
          "--workers bounds threads, and virtual ones have no bound. Cure: leave it out, or take spring-mvc-jdbc.");
    }
  }
}
