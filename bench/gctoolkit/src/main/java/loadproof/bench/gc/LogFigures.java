package loadproof.bench.gc;

import com.microsoft.gctoolkit.GCToolKit;
import com.microsoft.gctoolkit.io.SingleGCLogFile;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Prints what GCToolkit makes of a log, as JSON. */
public final class LogFigures {
  private LogFigures() {}

  /** One argument: the log. */
  public static void main(String[] arguments) throws Exception {
    // It warns of every line that it does not know, which would be what takes the time.
    LogManager.getLogManager().reset();
    Logger.getLogger("").setLevel(Level.OFF);
    PauseFigures figures = new PauseFigures();
    GCToolKit toolkit = new GCToolKit();
    toolkit.loadAggregation(figures);
    toolkit.analyze(new SingleGCLogFile(Path.of(arguments[0])));
    System.out.println(figures.json());
    // Its event loops would keep the VM.
    System.exit(0);
  }
}
