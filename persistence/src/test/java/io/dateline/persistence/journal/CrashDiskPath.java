package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;

/** Files of {@link CrashDisk}s, for H2: {@code crash:/DISK/...}, where folders exist always. */
public final class CrashDiskPath extends FilePath {
  private static final String SCHEME = "crash";
  private static final Map<String, CrashDisk> DISKS = new ConcurrentHashMap<>();

  /** Makes a disk known; returns the beginning of paths on it. */
  static String mount(String folder, CrashDisk disk) {
    FilePath.register(new CrashDiskPath());
    DISKS.put(folder, disk);
    return SCHEME + ":";
  }

  static void unmount(String folder) {
    DISKS.remove(folder);
  }

  private CrashDisk disk() {
    String path = name.substring(SCHEME.length() + 1);
    return DISKS.entrySet().stream()
        .filter(entry -> path.startsWith(entry.getKey() + "/"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no disk for " + name))
        .getValue();
  }

  private boolean isFile() {
    return name.substring(name.lastIndexOf('/')).contains(".db");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FilePath getPath(String path) {
    CrashDiskPath made = new CrashDiskPath();
    made.name = path;
    return made;
  }

  @Override
  public long size() {
    return disk().size(name);
  }

  @Override
  public void moveTo(FilePath to, boolean atomicReplace) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  public boolean createFile() {
    boolean isNew = !exists();
    disk().create(name);
    return isNew;
  }

  @Override
  public boolean exists() {
    return !isFile() || disk().exists(name);
  }

  @Override
  public void delete() {
    disk().delete(name);
  }

  @Override
  public List<FilePath> newDirectoryStream() {
    return List.of();
  }

  @Override
  public FilePath toRealPath() {
    return this;
  }

  @Override
  public FilePath getParent() {
    return getPath(name.substring(0, name.lastIndexOf('/')));
  }

  @Override
  public boolean isDirectory() {
    return !isFile();
  }

  @Override
  public boolean isRegularFile() {
    return isFile() && exists();
  }

  @Override
  public boolean isAbsolute() {
    return true;
  }

  @Override
  public long lastModified() {
    return 0;
  }

  @Override
  public boolean canWrite() {
    return true;
  }

  @Override
  public void createDirectory() {}

  @Override
  public boolean setReadOnly() {
    return false;
  }

  @Override
  public FileChannel open(String mode) {
    CrashDisk disk = disk();
    if (!mode.equals("r")) {
      disk.create(name);
    }
    return new Channel(disk, name, mode.equals("rwd") || mode.equals("rws"));
  }

  private static final class Channel extends FileBaseDefault {
    private final CrashDisk disk;
    private final String name;
    private final boolean isSynced;
    private final long boot;

    Channel(CrashDisk disk, String name, boolean isSynced) {
      this.disk = disk;
      this.name = name;
      this.isSynced = isSynced;
      boot = disk.boots();
    }

    @Override
    public synchronized int read(ByteBuffer to, long position) throws IOException {
      byte[] bytes = new byte[to.remaining()];
      int length = disk.read(name, boot, position, bytes);
      if (length > 0) {
        to.put(bytes, 0, length);
      }
      return length;
    }

    @Override
    public synchronized int write(ByteBuffer from, long position) throws IOException {
      if (!isOpen()) {
        throw new ClosedChannelException();
      }
      byte[] bytes = new byte[from.remaining()];
      from.get(bytes);
      disk.write(name, boot, position, bytes, isSynced);
      return bytes.length;
    }

    @Override
    public void force(boolean metaData) throws IOException {
      disk.force(name, boot);
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      disk.truncate(name, boot, size);
    }

    @Override
    public long size() {
      return disk.size(name);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
      return new FileLock(this, position, size, shared) {
        @Override
        public boolean isValid() {
          return true;
        }

        @Override
        public void release() {}
      };
    }
  }
}
