package loadproof.stand;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** One line for what the log is told; a stack trace only of what nobody expected. */
final class LogLine extends Formatter {
  // A database that dies is a warning for each of its connections: with their stack traces the
  // last lines of the log, which a report shows, would say nothing else.
  @Override
  public String format(LogRecord told) {
    StringWriter text = new StringWriter();
    PrintWriter lines = new PrintWriter(text);
    lines.printf("%s %s %s", told.getLevel(), told.getLoggerName(), formatMessage(told));
    Throwable fault = told.getThrown();
    if (fault != null && told.getLevel().intValue() >= Level.SEVERE.intValue()) {
      lines.println();
      fault.printStackTrace(lines);
    } else if (fault != null) {
      lines.println(": " + Fault.reason(fault));
    } else {
      lines.println();
    }
    return text.toString();
  }
}
