package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/**
 * Room behind a database's end, filled with zeros ahead of the writes that will need it. A write
 * that makes a file longer has the file system write its own notes, too, and wait for others who
 * do; one into such room is on the disk when its bytes are.
 *
 * <p>The database does not know of it: the end of its file is that of its last block that is not
 * zeros. Where a disk has no room to spare none is made, and writes go on as they would without.
 */
final class ZeroedRoom {
  /** One in some 100 commits makes some. */
  static final int BYTES = 2 << 20;

  private static final int BLOCK_BYTES = 4096;
  private static final int LOOK_BYTES = 1 << 16;

  private final FileChannel base;
  private long end; // of the database
  private long roomEnd;
  private boolean isMade = true;

  /** That of a file as it is. */
  ZeroedRoom(FileChannel base) throws IOException {
    this.base = base;
    roomEnd = base.size();
    end = endOfBytes(base, roomEnd);
  }

  /** Where the last block ends that is not zeros. */
  private static long endOfBytes(FileChannel base, long size) throws IOException {
    ByteBuffer look = ByteBuffer.allocate(LOOK_BYTES);
    for (long lookEnd = size; lookEnd > 0; lookEnd -= Math.min(lookEnd, LOOK_BYTES)) {
      long from = Math.max(0, lookEnd - LOOK_BYTES);
      look.clear().limit((int) (lookEnd - from));
      while (look.hasRemaining() && base.read(look, from + look.position()) > 0) {}
      for (int at = look.position() - 1; at >= 0; at--) {
        if (look.get(at) != 0) {
          long block = (from + at) / BLOCK_BYTES;
          return Math.min(size, (block + 1) * BLOCK_BYTES);
        }
      }
    }
    return 0;
  }

  /** Where the database ends. */
  long end() {
    return end;
  }

  /** Something is written up to there; makes room for it and for what follows if there is none. */
  void willWriteTo(long position) throws IOException {
    if (position > roomEnd && isMade) {
      make(position + BYTES);
    }
  }

  /** Something was written up to there. */
  void hasWrittenTo(long position) {
    end = Math.max(end, position);
    roomEnd = Math.max(roomEnd, position);
  }

  /** The file was cut there. */
  void cutTo(long size) {
    end = Math.min(end, size);
    roomEnd = Math.min(roomEnd, size);
  }

  private void make(long wanted) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) (wanted - roomEnd));
    try {
      while (zeros.hasRemaining()) {
        base.write(zeros, roomEnd + zeros.position());
      }
      roomEnd = wanted;
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      isMade = false;
      base.truncate(roomEnd);
      base.force(true);
    }
  }
}
