package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SyncedFilePathTest {
  private static final int O_DSYNC = 010000; // Linux, asm-generic/fcntl.h
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir Path temporary;

  @Test
  void shouldOpenTheDatabaseForSynchronousWrites() throws Exception {
    Assumptions.assumeTrue(Files.isDirectory(DESCRIPTORS), "no /proc/self/fd to look at");
    try (Journal journal = JournalSetup.open(ConfigFactory.load(), temporary);
        var open =
            DriverManager.getConnection(
                journal.config().getString("dateline.persistence.h2.url"), "dateline", "")) {
      assertThat(open.isValid(1)).isTrue();
      List<Integer> flags = flagsOf(temporary.resolve("journal.mv.db").toRealPath());
      assertThat(flags).isNotEmpty().allSatisfy(f -> assertThat(f & O_DSYNC).isNotZero());
    }
  }

  private static List<Integer> flagsOf(Path file) throws IOException {
    try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
      return descriptors
          .filter(descriptor -> pointsTo(descriptor, file))
          .map(SyncedFilePathTest::flags)
          .toList();
    }
  }

  private static boolean pointsTo(Path descriptor, Path file) {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (IOException e) {
      return false; // closed since it was listed
    }
  }

  private static int flags(Path descriptor) {
    try (Stream<String> lines =
        Files.lines(Path.of("/proc/self/fdinfo", descriptor.getFileName().toString()))) {
      String octal =
          lines.filter(line -> line.startsWith("flags:")).findFirst().orElseThrow().substring(6);
      return Integer.parseInt(octal.strip(), 8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
