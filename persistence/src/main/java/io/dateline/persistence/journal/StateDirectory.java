package io.dateline.persistence.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A directory that belongs to one running node. It is held by a lock on the file {@code node.lock}
 * in it, which the operating system lets go of when the process dies, however it does.
 *
 * <p>H2 locks its file, too, but shares it within a process; a second node in the same JVM is kept
 * out by this lock.
 */
public final class StateDirectory implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;

  private StateDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Makes the directory if there is none, and takes it.
   *
   * @throws StateDirectoryInUseException if another node has it
   * @throws UncheckedIOException if it cannot be made or written to
   */
  public static StateDirectory take(Path path) {
    try {
      create(path.toAbsolutePath());
      FileChannel channel =
          FileChannel.open(
              path.resolve("node.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        String owner = read(channel);
        channel.close();
        throw new StateDirectoryInUseException(path, owner);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              ("process " + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
      return new StateDirectory(path, channel);
    } catch (IOException e) {
      throw new UncheckedIOException("state directory " + path + " cannot be used", e);
    }
  }

  /**
   * Only its owner may look into it: the journal holds M_Keys. One that is there stays as it is.
   */
  private static void create(Path path) throws IOException {
    if (path.getParent() != null) {
      Files.createDirectories(path.getParent());
    }
    Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // held by this process
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(64);
    channel.read(bytes, 0);
    return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
  }

  public Path path() {
    return path;
  }

  /** Lets go of the directory. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("state directory " + path + " cannot be let go of", e);
    }
  }
}
