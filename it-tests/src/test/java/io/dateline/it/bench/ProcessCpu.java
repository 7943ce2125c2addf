package io.dateline.it.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The CPU time that a process of this machine has had, all its threads that live together. */
record ProcessCpu(long pid) {
  long spentNs() {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return threads.mapToLong(ProcessCpu::spentNs).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long spentNs(Path thread) {
    try {
      return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", 2)[0]);
    } catch (IOException e) {
      return 0; // it has ended since it was listed
    }
  }
}
