package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FilePath;

/**
 * A database's file, below H2. It has a life for each time that it is open: from one opening to the
 * moment that it is closed, or that a write has failed. No write of an earlier life reaches it.
 *
 * <p>One that is kept is opened by its keeper alone: H2 opens a database for the first client that
 * connects, with that client's options, and it must be open with ours.
 */
final class SyncedFile {
  private static final Map<String, SyncedFile> FILES = new ConcurrentHashMap<>();

  private long life;
  private SyncedChannel channel; // of this life, or null
  private Runnable onEnd = () -> {}; // of a life
  private boolean isKept;
  private Thread keeper; // that is opening it, or null
  private long suspectFrom; // what a failed write may have left in memory alone
  private long suspectEnd;

  private SyncedFile() {}

  /** The file of a path; the same one in all of the process. */
  static SyncedFile of(String realPath) {
    return FILES.computeIfAbsent(realPath, path -> new SyncedFile());
  }

  /** Number of this life, or of the next one when it is not open. */
  synchronized long life() {
    return life;
  }

  /**
   * From now on only {@link #asKeeper} opens it.
   *
   * @param onEnd told, by any thread, when a life has ended
   */
  synchronized void keep(Runnable onEnd) {
    isKept = true;
    this.onEnd = onEnd;
  }

  /** Anybody in this process may open it again. */
  synchronized void release() {
    isKept = false;
    onEnd = () -> {};
  }

  synchronized boolean isKept() {
    return isKept;
  }

  /** What opens the file. */
  interface Opening<T, E extends Exception> {
    T open() throws E;
  }

  /** Opens it as its keeper; one thread at a time. */
  <T, E extends Exception> T asKeeper(Opening<T, E> opening) throws E {
    setKeeper(Thread.currentThread());
    try {
      return opening.open();
    } finally {
      setKeeper(null);
    }
  }

  private synchronized void setKeeper(Thread thread) {
    keeper = thread;
  }

  /**
   * Opens it.
   *
   * @param life that the opener knows of
   * @throws IOException also when that life has ended, or the file is kept by another
   */
  synchronized FileChannel open(FilePath path, String mode, OptionalLong life) throws IOException {
    if (isKept && keeper != Thread.currentThread()) {
      throw new IOException(path + " is opened by its server alone");
    }
    if (life.isPresent() && life.getAsLong() != this.life) {
      throw new IOException(path + " was closed meanwhile");
    }
    if (mode.equals("r")) {
      return path.open(mode);
    }
    if (channel != null) {
      throw new IOException(path + " is open already");
    }
    FileChannel base = path.open(mode);
    try {
      settle(base);
      channel = new SyncedChannel(base, this);
    } catch (IOException e) {
      base.close();
      throw e;
    }
    return channel;
  }

  /**
   * Of a write that failed the system may show what is not on the disk, and H2 would build upon it:
   * what is shown there is written once more.
   */
  private void settle(FileChannel base) throws IOException {
    long end = Math.min(suspectEnd, base.size());
    if (suspectFrom < end) {
      ByteBuffer shown = ByteBuffer.allocate(Math.toIntExact(end - suspectFrom));
      while (shown.hasRemaining() && base.read(shown, suspectFrom + shown.position()) > 0) {}
      shown.flip();
      while (shown.hasRemaining()) {
        base.write(shown, suspectFrom + shown.position());
      }
      base.force(true);
    }
    suspectFrom = 0;
    suspectEnd = 0;
  }

  /** A write has failed: what is there is not what was to be written. */
  synchronized void failed(long from, long end) {
    if (from < end) {
      suspectFrom = suspectFrom < suspectEnd ? Math.min(suspectFrom, from) : from;
      suspectEnd = Math.max(suspectEnd, end);
    }
  }

  /** A channel is closed. */
  void ended(SyncedChannel of) {
    Runnable told;
    synchronized (this) {
      if (of != channel) {
        return;
      }
      channel = null;
      life++;
      told = onEnd;
    }
    told.run();
  }
}
