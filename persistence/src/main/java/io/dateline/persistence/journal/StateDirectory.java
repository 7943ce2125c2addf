package io.dateline.persistence.journal;

import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory that belongs to one running node. It is held by a lock on the file {@code node.lock}
 * in it, which the operating system lets go of when the process dies, however it does.
 *
 * <p>H2 locks its file, too, but shares it within a process; a second node in the same JVM is kept
 * out by this lock.
 *
 * <p>The journal in it holds M_Keys, so no user but the owner looks into it or writes there: the
 * directory and our files in it get the modes 0700 and 0600, and one in which others could put
 * files is refused.
 */
public final class StateDirectory implements AutoCloseable {
  private static final String LOCK = "node.lock";
  private static final String OWNER = "process ";
  private static final List<String> OURS =
      List.of(LOCK, "journal.", "dateline.", "archive", "dumps");

  /** Those are read only where no other user could: to change their mode would hide that. */
  private static final Set<String> SECRETS = Set.of("tokens", "keys");

  private static final Set<OpenOption> LOCK_OPTIONS =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);

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
   * @throws StateDirectoryUnfitException if others may write there, or something is in the way
   * @throws UncheckedIOException if it cannot be made or written to
   */
  public static StateDirectory take(Path path) {
    try {
      create(path.toAbsolutePath());
      refuseIfOthers(path);
      Path lock = path.resolve(LOCK);
      refuseIfNoLock(lock);
      tighten(path);
      return new StateDirectory(path, lock(path, lock));
    } catch (IOException e) {
      throw new UncheckedIOException("state directory " + path + " cannot be used", e);
    }
  }

  private static FileChannel lock(Path path, Path lock) throws IOException {
    FileChannel channel = FileChannel.open(lock, LOCK_OPTIONS, PrivateFiles.MODE);
    String found = read(channel);
    if (!isLocked(channel)) {
      channel.close();
      throw new StateDirectoryInUseException(path, found);
    }
    if (!found.isEmpty() && !found.startsWith(OWNER)) {
      channel.close();
      throw notOurs(lock);
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap((OWNER + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
    return channel;
  }

  private static void create(Path path) throws IOException {
    if (path.getParent() != null) {
      Files.createDirectories(path.getParent());
    }
    Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static void refuseIfOthers(Path path) throws IOException {
    Object owner = Files.getAttribute(path, "unix:uid");
    Object own = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!owner.equals(own)) {
      throw new StateDirectoryUnfitException(
          "state directory %s belongs to user %s, and this process is user %s: give it to that one"
              .formatted(path, Files.getOwner(path).getName(), own));
    }
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path);
    if (mode.contains(PosixFilePermission.GROUP_WRITE)
        || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new StateDirectoryUnfitException(
          "other users may write to the state directory %s (%s): look what is in it, then chmod 700"
              .formatted(path, PosixFilePermissions.toString(mode)));
    }
  }

  private static void refuseIfNoLock(Path lock) {
    if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
      throw notOurs(lock);
    }
  }

  private static StateDirectoryUnfitException notOurs(Path lock) {
    return new StateDirectoryUnfitException(
        "%s is not the lock of a node; it is left as it is, and nothing starts here"
            .formatted(lock));
  }

  /** A directory with other things in it, such as a home, keeps its mode. */
  private static void tighten(Path path) throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      boolean isOurs = true;
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (SECRETS.stream().anyMatch(secret -> PrivateFile.isDraftOf(secret, name))) {
          Files.delete(file); // of a process that was killed
        } else if (OURS.stream().anyMatch(name::startsWith)) {
          PrivateFiles.tighten(file);
        } else if (!SECRETS.contains(name)) {
          isOurs = false;
        }
      }
      if (isOurs) {
        PrivateFiles.tighten(path);
      }
    }
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
