package loadproof.stand;

import java.net.BindException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The life of a stand on Spring: options, ready line, stop, exit code. */
public final class SpringProcess {
  private SpringProcess() {}

  /**
   * A service that is about to start.
   *
   * @param properties what Spring is told beyond what every stand tells it
   * @param beans registers what was made of the options
   * @param started is called before the ready line
   * @param ended is called when the server is closed, before the process ends
   * @param rows what the ready line says of the data
   */
  public record Service(
      Class<?> application,
      ListenAddress listen,
      Map<String, Object> properties,
      Consumer<GenericApplicationContext> beans,
      Runnable started,
      Runnable ended,
      long rows) {}

  /**
   * Runs until a signal ends the process.
   *
   * @param prepare makes the service of the command line; throws {@link Fault}
   */
  public static void run(String help, String[] arguments, Function<String[], Service> prepare) {
    if (arguments.length == 1 && arguments[0].matches("-h|--help")) {
      System.out.print(help);
      return;
    }
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    Service service = null;
    try {
      service = prepare.apply(arguments);
      ConfigurableApplicationContext context = start(service);
      service.started().run();
      Runnable ended = service.ended();
      StopSignals.listen(
          () -> {
            context.close();
            ended.run();
          });
      int port = ((WebServerApplicationContext) context).getWebServer().getPort();
      System.out.printf(
          "{\"listening\":\"%s\",\"rows\":%d}%n", service.listen().at(port), service.rows());
    } catch (Throwable fault) {
      System.exit(tell(fault, service));
    }
  }

  private static ConfigurableApplicationContext start(Service service) {
    SpringApplication spring = new SpringApplication(service.application());
    spring.setBannerMode(Banner.Mode.OFF);
    spring.setLogStartupInfo(false);
    spring.setRegisterShutdownHook(false);
    ListenAddress place = service.listen();
    Map<String, Object> listen =
        Map.of("server.address", place.address(), "server.port", place.port());
    spring.addInitializers(
        context -> {
          // Before the environment's variables, or SERVER_PORT would win over --listen.
          var sources = context.getEnvironment().getPropertySources();
          sources.addFirst(new MapPropertySource("stack", service.properties()));
          sources.addFirst(new MapPropertySource("options", listen));
          service.beans().accept((GenericApplicationContext) context);
        });
    return spring.run();
  }

  /** Says on standard error why the service ends; returns the exit code. */
  private static int tell(Throwable fault, Service service) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof Fault known) {
        System.err.println(known.getMessage());
        return known.exitCode();
      }
      // Tomcat throws the system's fault bare where it is not that the port is taken.
      if (cause instanceof WebServerException || cause instanceof BindException) {
        System.err.println(
            "cannot listen on %s (%s). Cure: a free port of this machine, or port 0"
                .formatted(service.listen(), Fault.reason(cause)));
        return 2;
      }
    }
    fault.printStackTrace();
    return 1;
  }
}
