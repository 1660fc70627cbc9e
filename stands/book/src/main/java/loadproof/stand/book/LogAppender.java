package loadproof.stand.book;

import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.OutputStreamAppender;
import org.apache.logging.log4j.core.appender.OutputStreamManager;
import org.apache.logging.log4j.core.config.Property;

/**
 * Log4j's appender over a stream, with the choice of its file appender: each event at once or not.
 */
final class LogAppender extends AbstractOutputStreamAppender<OutputStreamManager> {
  /**
   * An appender that writes as {@code plain} would.
   *
   * @param eachAtOnce whether every event is a write of its own; else it is what there is until
   *     nobody has more to say
   */
  LogAppender(OutputStreamAppender plain, boolean eachAtOnce) {
    super(
        plain.getName(),
        plain.getLayout(),
        null,
        true,
        eachAtOnce,
        Property.EMPTY_ARRAY,
        plain.getManager());
  }
}
