package loadproof.stand.book;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import loadproof.stand.Fault;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.OutputStreamAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.layout.PatternLayout;

/** The log of the service: Log4j, whose appender is the fault or its cure. */
final class BookLog {
  private static final String PATTERN = "%d{ISO8601} %level [%t] %c %m%n";
  private static final String DEVICE = "device";
  private static final int MOST_WAITING_EVENTS = 1024;

  private BookLog() {}

  /**
   * Sets it up; nothing is written before {@link #begin}.
   *
   * <p>Synchronous: each thread writes its event itself, one after the other through the lock of
   * the OutputStreamManager. Asynchronous: a thread of its own writes what waits, as much as there
   * is at a time; who finds the queue full waits, so that nothing is lost.
   */
  static void open(BookSettings settings) {
    var builder = ConfigurationBuilderFactory.newConfigurationBuilder();
    LoggerContext context =
        Configurator.initialize(builder.add(builder.newRootLogger(Level.OFF)).build(false));
    Configuration configuration = context.getConfiguration();
    Appender device = device(settings);
    device.start();
    configuration.addAppender(device);
    Appender chosen = device;
    if (settings.logAsynchronous()) {
      chosen = asynchronous(configuration);
      chosen.start();
      configuration.addAppender(chosen);
    }
    configuration.getRootLogger().addAppender(chosen, null, null);
    context.updateLoggers();
  }

  /** From now on it is written; what fails in the start is told once, on standard error. */
  static void begin() {
    Configurator.setRootLevel(Level.WARN);
    Configurator.setLevel(BookService.class.getName(), Level.INFO);
  }

  /** Returns when everything that was logged is written. */
  static void close() {
    LogManager.shutdown();
  }

  private static Appender device(BookSettings settings) {
    OutputStreamAppender plain =
        OutputStreamAppender.newBuilder()
            .setName(DEVICE)
            .setLayout(PatternLayout.newBuilder().withPattern(PATTERN).build())
            .setTarget(new LogDevice(target(settings.logFile()), settings.logWriteUs()))
            .build();
    return new LogAppender(plain, !settings.logAsynchronous());
  }

  private static FileOutputStream target(String file) {
    if (file.isEmpty()) {
      return new FileOutputStream(FileDescriptor.err);
    }
    try {
      return new FileOutputStream(file, true);
    } catch (IOException fault) {
      throw Fault.badInput(
          "cannot write the log: %s. Cure: a file that can be written in log.file"
              .formatted(fault.getMessage()));
    }
  }

  private static AsyncAppender asynchronous(Configuration configuration) {
    return AsyncAppender.newBuilder()
        .setName("asynchronous")
        .setAppenderRefs(new AppenderRef[] {AppenderRef.createAppenderRef(DEVICE, null, null)})
        .setConfiguration(configuration)
        .setBufferSize(MOST_WAITING_EVENTS)
        .setBlocking(true)
        .build();
  }
}
