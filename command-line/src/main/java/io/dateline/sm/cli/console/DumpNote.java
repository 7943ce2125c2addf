package io.dateline.sm.cli.console;

import io.dateline.sm.text.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is said before large dumps are written: how much room they take, and how much there is. */
final class DumpNote {
  /** Less than that is written before the note could have been read. */
  private static final long TOLD_MIN = 100_000_000;

  private static final long FILE_TOLD_MIN = 1_000_000;

  private DumpNote() {}

  /**
   * A sentence.
   *
   * @param bytes by file, roughly
   */
  static Optional<String> of(Path folder, Map<String, Long> bytes) throws IOException {
    return of(folder, bytes, Files.getFileStore(folder).getUsableSpace());
  }

  static Optional<String> of(Path folder, Map<String, Long> bytes, long free) {
    long sum = bytes.values().stream().mapToLong(Long::longValue).sum();
    if (sum < TOLD_MIN) {
      return Optional.empty();
    }
    String files =
        bytes.entrySet().stream()
            .filter(file -> file.getValue() >= FILE_TOLD_MIN)
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .map(file -> file.getKey() + " " + Bytes.words(file.getValue()))
            .collect(Collectors.joining(", "));
    return Optional.of(
        "dumps of about %s are written to %s, where %s are free: %s"
            .formatted(Bytes.words(sum), folder, Bytes.words(free), files));
  }
}
