package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ZeroedRoomTest {
  private static final int BLOCK = 4096;

  @TempDir private Path folder;

  @Test
  void shouldEndWhereTheLastBytesAre() throws Exception {
    try (FileChannel file = open()) {
      assertThat(new ZeroedRoom(file).end()).isZero();
      file.write(ByteBuffer.wrap(new byte[] {1}), 5L * BLOCK + 7);
      assertThat(new ZeroedRoom(file).end()).isEqualTo(5L * BLOCK + 8);
      file.write(ByteBuffer.wrap(new byte[ZeroedRoom.BYTES]), 5L * BLOCK + 8);
      assertThat(new ZeroedRoom(file).end()).isEqualTo(6L * BLOCK);
    }
  }

  @Test
  void shouldMakeRoomThatIsNoPartOfTheDatabase() throws Exception {
    try (FileChannel file = open()) {
      ZeroedRoom room = new ZeroedRoom(file);
      room.willWriteTo(BLOCK);
      room.hasWrittenTo(BLOCK);
      long made = file.size();
      assertThat(made).isGreaterThanOrEqualTo(ZeroedRoom.BYTES);
      assertThat(room.end()).isEqualTo(BLOCK);
      room.willWriteTo(made);
      assertThat(file.size()).as("there was room").isEqualTo(made);
      room.willWriteTo(made + 1);
      assertThat(file.size()).as("there was not").isGreaterThan(made);
      file.truncate(10);
      room.cutTo(10);
      assertThat(room.end()).isEqualTo(10);
    }
  }

  @Test
  void shouldGoWithoutRoomWhereTheDiskHasNone() throws Exception {
    String mount = folder.toString();
    CrashDisk disk = new CrashDisk(1);
    String path = CrashDiskPath.mount(mount, disk) + mount + "/full.mv.db";
    FilePath.get(path).createFile();
    try (FileChannel file = FilePath.get(path).open("rwd")) {
      ZeroedRoom room = new ZeroedRoom(file);
      disk.setFull(true);
      room.willWriteTo(BLOCK);
      assertThat(file.size()).isZero();
      disk.setFull(false);
      room.willWriteTo(BLOCK);
      assertThat(file.size()).as("what did not work is not tried again").isZero();
    } finally {
      CrashDiskPath.unmount(mount);
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(
        folder.resolve("file"),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }
}
