package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A disk under a database, and what becomes of it when the power goes. Of writes that were not
 * synced, and of the one that is under way, any sectors may be there afterwards, others not. It may
 * be full, and it may fail.
 */
final class CrashDisk {
  private static final int SECTOR = 512;

  /** A write, or a change of the length where there are no bytes. */
  private record Change(long at, byte[] bytes) {}

  private static final class Bytes {
    private byte[] data = new byte[0];
    private int length;

    void apply(Change change) {
      int at = Math.toIntExact(change.at);
      if (change.bytes == null) {
        length = Math.min(length, at);
        return;
      }
      int end = at + change.bytes.length;
      if (end > data.length) {
        data = Arrays.copyOf(data, 2 * end);
      }
      if (at > length) {
        Arrays.fill(data, length, at, (byte) 0);
      }
      System.arraycopy(change.bytes, 0, data, at, change.bytes.length);
      length = Math.max(length, end);
    }

    Bytes copy() {
      Bytes copy = new Bytes();
      copy.data = Arrays.copyOf(data, length);
      copy.length = length;
      return copy;
    }
  }

  /** A file: what the system shows, and what is on the disk. */
  private static final class Content {
    private Bytes shown = new Bytes();
    private final Bytes durable = new Bytes();
    private final List<Change> unsynced = new ArrayList<>();
  }

  private final Map<String, Content> files = new HashMap<>();
  private final Random random;
  private long writesToCrash = Long.MAX_VALUE;
  private boolean isCrashed;
  private boolean isFull;
  private boolean isFailing; // in a way that leaves what is shown and what is on the disk apart
  private long boots;

  CrashDisk(long seed) {
    random = new Random(seed);
  }

  /** The power goes in the write that comes after so many others, if it comes. */
  synchronized void crashAfter(long writes) {
    writesToCrash = writes;
  }

  synchronized boolean isCrashed() {
    return isCrashed;
  }

  /** The power goes now. */
  synchronized void crash() {
    if (isCrashed) {
      return;
    }
    isCrashed = true;
    for (Content file : files.values()) {
      List<Change> changes = new ArrayList<>(file.unsynced);
      Collections.shuffle(changes, random);
      changes.forEach(change -> applySome(file, change));
      file.unsynced.clear();
    }
  }

  /** What is on the disk is all there is; channels from before are dead. */
  synchronized void boot() {
    boots++;
    isCrashed = false;
    isFull = false;
    isFailing = false;
    writesToCrash = Long.MAX_VALUE;
    for (Content file : files.values()) {
      file.shown = file.durable.copy();
      file.unsynced.clear();
    }
  }

  /** The file of a database has this name from now on. */
  synchronized void moveTo(String path) {
    files.keySet().stream()
        .filter(name -> name.endsWith(".mv.db"))
        .findFirst()
        .ifPresent(old -> files.put("crash:" + path, files.remove(old)));
  }

  synchronized long boots() {
    return boots;
  }

  synchronized void setFull(boolean full) {
    isFull = full;
  }

  synchronized void setFailing(boolean failing) {
    isFailing = failing;
  }

  synchronized boolean exists(String name) {
    return files.containsKey(name);
  }

  synchronized void create(String name) {
    files.computeIfAbsent(name, absent -> new Content());
  }

  synchronized void delete(String name) {
    files.remove(name);
  }

  synchronized long size(String name) {
    Content file = files.get(name);
    return file == null ? 0 : file.shown.length;
  }

  synchronized int read(String name, long boot, long at, byte[] into) throws IOException {
    Content file = alive(name, boot);
    if (at >= file.shown.length) {
      return -1;
    }
    int length = (int) Math.min(into.length, file.shown.length - at);
    System.arraycopy(file.shown.data, (int) at, into, 0, length);
    return length;
  }

  synchronized void write(String name, long boot, long at, byte[] bytes, boolean isSynced)
      throws IOException {
    Content file = alive(name, boot);
    Change change = new Change(at, bytes);
    if (writesToCrash-- <= 0) {
      applySome(file, change);
      crash();
      throw new IOException("the power is gone");
    }
    if (isFailing && random.nextInt(3) == 0) {
      file.shown.apply(change);
      applySome(file, change);
      throw new IOException("Input/output error");
    }
    // Some file systems need room to write what there is already.
    if (isFull && (at + bytes.length > file.shown.length || random.nextInt(4) == 0)) {
      Change part = new Change(at, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
      file.shown.apply(part);
      file.durable.apply(part);
      throw new IOException("No space left on device");
    }
    file.shown.apply(change);
    if (isSynced) {
      file.durable.apply(change);
    } else {
      file.unsynced.add(change);
    }
  }

  synchronized void truncate(String name, long boot, long size) throws IOException {
    Content file = alive(name, boot);
    if (size < file.shown.length) {
      Change change = new Change(size, null);
      file.shown.apply(change);
      file.unsynced.add(change);
    }
  }

  synchronized void force(String name, long boot) throws IOException {
    Content file = alive(name, boot);
    for (Change change : file.unsynced) {
      file.durable.apply(change);
    }
    file.unsynced.clear();
  }

  private Content alive(String name, long boot) throws IOException {
    Content file = files.get(name);
    if (isCrashed || boot != boots || file == null) {
      throw isCrashed || file == null
          ? new IOException("the power is gone")
          : new ClosedChannelException();
    }
    return file;
  }

  private void applySome(Content file, Change change) {
    if (change.bytes == null) {
      if (random.nextBoolean()) {
        file.durable.apply(change);
      }
      return;
    }
    int kind = random.nextInt(4); // nothing, all, and twice some
    for (int from = 0; from < change.bytes.length; from += SECTOR) {
      if (kind == 1 || (kind > 1 && random.nextBoolean())) {
        int end = Math.min(change.bytes.length, from + SECTOR);
        byte[] sector = Arrays.copyOfRange(change.bytes, from, end);
        file.durable.apply(new Change(change.at + from, sector));
      }
    }
  }
}
