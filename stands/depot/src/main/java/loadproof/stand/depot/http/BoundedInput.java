package loadproof.stand.depot.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import loadproof.stand.Refusal;

/** A stream that refuses with 413 what is longer than it may be. */
public final class BoundedInput extends FilterInputStream {
  private long left;

  public BoundedInput(InputStream in, long most) {
    super(in);
    left = most;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    if (one >= 0) {
      count(1);
    }
    return one;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read > 0) {
      count(read);
    }
    return read;
  }

  private void count(int read) {
    left -= read;
    if (left < 0) {
      throw Refusal.bodyTooLarge();
    }
  }
}
