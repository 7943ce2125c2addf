package io.dateline.persistence.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.util.OptionalLong;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * H2's files, opened so that every write is on the disk when it returns (O_DSYNC), and so that a
 * write that was cut off is seen to be ({@link SyncedChannel}).
 *
 * <p>H2 writes each commit before it answers ({@link WritersInTurn}), but leaves it in the
 * operating system's cache; and its log-structured file relies on writes reaching the disk in
 * order. A subnet manager that has told a switch something must still know it after a power
 * failure.
 *
 * <p>A path is {@code synced:PATH}, or {@code synced:#LIFE:PATH} with the life of a {@link
 * SyncedFile}. H2 knows open databases by such names. A database that has failed has another name
 * than the next one on the same file, so that connections of the failed one do it no harm.
 */
public final class SyncedFilePath extends FilePathWrapper {
  static final String SCHEME = "synced";

  private static final String PREFIX = SCHEME + ":";
  private static final String LIFE = "#";
  private static final String DATABASE = ".mv.db";
  private static final String TRACE = ".trace.db";

  /** Makes the scheme known to H2; again does no harm. */
  static void register() {
    FilePath.register(new SyncedFilePath());
  }

  /**
   * The file of a database.
   *
   * @param database as it stands in H2's URL
   */
  static SyncedFile file(String database) {
    FilePath path = FilePath.get(ofDatabase(database));
    return SyncedFile.of(path.unwrap().toRealPath().toString());
  }

  /** The path of a database's file. */
  static String ofDatabase(String database) {
    return database + DATABASE;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  protected FilePath unwrap(String path) {
    return FilePath.get(path.substring(prefixLength(path)));
  }

  @Override
  protected String getPrefix() {
    return name.substring(0, prefixLength(name));
  }

  private static int prefixLength(String path) {
    return path.startsWith(LIFE, PREFIX.length())
        ? path.indexOf(':', PREFIX.length()) + 1
        : PREFIX.length();
  }

  private OptionalLong life() {
    String prefix = getPrefix();
    return prefix.length() == PREFIX.length()
        ? OptionalLong.empty()
        : OptionalLong.of(
            Long.parseLong(
                prefix, PREFIX.length() + LIFE.length(), prefix.length() - 1, /* radix= */ 10));
  }

  /** For a database, with its present life: H2 takes this as the database's name. */
  @Override
  public FilePath toRealPath() {
    if (!name.endsWith(DATABASE)) {
      return super.toRealPath();
    }
    FilePath real = getBase().toRealPath();
    return getPath(PREFIX + LIFE + SyncedFile.of(real.toString()).life() + ":" + real);
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    String synced = mode.equals("rw") ? "rwd" : mode;
    if (!name.endsWith(DATABASE)) {
      return super.open(synced);
    }
    return SyncedFile.of(getBase().toRealPath().toString()).open(getBase(), synced, life());
  }

  /** H2's trace. Of a database that is served, clients could have H2 fill the disk with it. */
  @Override
  public OutputStream newOutputStream(boolean append) throws IOException {
    String real = getBase().toRealPath().toString();
    if (real.endsWith(TRACE)
        && SyncedFile.of(real.substring(0, real.length() - TRACE.length()) + DATABASE).isKept()) {
      throw new IOException("no trace is written of a database that is served");
    }
    return super.newOutputStream(append);
  }
}
