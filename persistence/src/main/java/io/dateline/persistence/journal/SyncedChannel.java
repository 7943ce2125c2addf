package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import org.h2.store.fs.FileBaseDefault;

/**
 * An open database file, over a channel whose writes are on the disk when they return.
 *
 * <p>H2 writes a commit as one chunk, and takes it for whole if its beginning and its last bytes
 * are there. A disk that loses its power may have those and not the middle. So the last sector,
 * which a disk writes as a whole or not at all, is written when all before it is on the disk. Of
 * the two copies of the file's header one is written after the other.
 *
 * <p>H2's mark that a file was closed in order is not written. With it H2 trusts a list of chunks
 * in which, some time after a crash, one may stand twice in the same place ("Double mark"), and
 * does not open the file any more. Without it H2 looks at each chunk, as it does after a crash.
 *
 * <p>Commits are appended into {@link ZeroedRoom}, most of them.
 *
 * <p>After the first error it is closed for good.
 */
final class SyncedChannel extends FileBaseDefault {
  private static final int SECTOR_BYTES = 512;
  private static final int BLOCK_BYTES = 4096;
  private static final int HEADERS_BYTES = 2 * BLOCK_BYTES;

  private static final String CLEAN = "clean:1,"; // an attribute, never the last

  private final FileChannel base;
  private final SyncedFile file;
  private final ZeroedRoom room;

  SyncedChannel(FileChannel base, SyncedFile file) throws IOException {
    this.base = base;
    this.file = file;
    room = new ZeroedRoom(base);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // readers do not wait for the disk
  public int read(ByteBuffer to, long position) throws IOException {
    try {
      return base.read(to, position);
    } catch (ClosedChannelException e) {
      end(e, 0, 0); // as when the thread was interrupted
      throw e;
    }
  }

  @Override
  public synchronized int write(ByteBuffer from, long position) throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    int length = from.remaining();
    if (position == 0 && isMarkedClean(from)) {
      from.position(from.limit());
      return length;
    }
    try {
      room.willWriteTo(position + length);
      int first = firstPart(position, length);
      writeAll(from, position, first);
      writeAll(from, position + first, length - first);
      room.hasWrittenTo(position + length);
    } catch (IOException | RuntimeException e) {
      end(e, position, position + length);
      throw e;
    }
    return length;
  }

  private static boolean isMarkedClean(ByteBuffer header) {
    byte[] text = new byte[Math.min(SECTOR_BYTES, header.remaining())];
    header.get(header.position(), text);
    return new String(text, StandardCharsets.ISO_8859_1).contains(CLEAN);
  }

  private static int firstPart(long position, int length) {
    if (position < HEADERS_BYTES) {
      return Math.min(length, BLOCK_BYTES);
    }
    return length > SECTOR_BYTES ? length - SECTOR_BYTES : length;
  }

  private void writeAll(ByteBuffer from, long position, int length) throws IOException {
    ByteBuffer part = from.slice(from.position(), length);
    while (part.hasRemaining()) {
      base.write(part, position + part.position());
    }
    from.position(from.position() + length);
  }

  @Override
  public synchronized void force(boolean metaData) throws IOException {
    try {
      base.force(metaData);
    } catch (IOException e) {
      end(e, 0, 0);
      throw e;
    }
  }

  @Override
  protected synchronized void implTruncate(long size) throws IOException {
    try {
      base.truncate(size);
      base.force(true);
      room.cutTo(size);
    } catch (IOException e) {
      end(e, 0, 0);
      throw e;
    }
  }

  /** H2 would go on, and closes no files in some cases. */
  private void end(Exception why, long from, long end) {
    file.failed(from, end);
    try {
      close();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  /** Of the database, without the room behind it. */
  @Override
  public synchronized long size() {
    return room.end();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean isShared) throws IOException {
    return base.tryLock(position, size, isShared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    try {
      base.close();
    } finally {
      file.ended(this);
    }
  }

  @Override
  public String toString() {
    return base.toString();
  }
}
