package loadproof.stand.book;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Where the log goes: a device that takes its time for each write, as a console or a slow disk. */
final class LogDevice extends FilterOutputStream {
  private final int writeUs;

  LogDevice(OutputStream target, int writeUs) {
    super(target);
    this.writeUs = writeUs;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Pause.ofUs(writeUs);
    out.write(bytes, offset, length);
  }
}
