package io.dateline.sm.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Output that another program may read, and may have read enough of, as {@code head} does: that is
 * no failure worth a word.
 */
final class OutputToReader extends FilterOutputStream {
  /** What Linux says of a pipe that no program reads any more (EPIPE). */
  private static final String BROKEN_PIPE = "Broken pipe";

  private volatile boolean isReaderGone;

  OutputToReader(OutputStream stream) {
    super(stream);
  }

  boolean isReaderGone() {
    return isReaderGone;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      isReaderGone |= BROKEN_PIPE.equals(e.getMessage());
      throw e;
    }
  }
}
