package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * H2's plain files, opened so that every write is on the disk when it returns (O_DSYNC).
 *
 * <p>H2 with {@code WRITE_DELAY=0} writes each commit before it answers, but leaves it in the
 * operating system's cache; and its log-structured file relies on writes reaching the disk in
 * order. A subnet manager that has told a switch something must still know it after a power
 * failure.
 */
public final class SyncedFilePath extends FilePathWrapper {
  static final String SCHEME = "synced";

  /** Makes the scheme known to H2; again does no harm. */
  static void register() {
    FilePath.register(new SyncedFilePath());
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return super.open(mode.equals("rw") ? "rwd" : mode);
  }
}
