package io.dateline.it.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Brings a generated subnet up in this process and prints what that took. Arguments: the topology,
 * the most seconds to wait, then settings as {@code key=value}.
 */
public final class SubnetUp {
  private static final int POLL_MS = 50;

  private SubnetUp() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String topology = arguments[0];
    Duration patience = Duration.ofSeconds(Long.parseLong(arguments[1]));
    Map<String, String> settings = new HashMap<>();
    for (int index = 2; index < arguments.length; index++) {
      String[] pair = arguments[index].split("=", 2);
      settings.put(pair[0], pair[1]);
    }
    Path state = Files.createTempDirectory("dateline-bench");
    Instant processBegan =
        Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    Instant began = Instant.now();
    try (OneProcess both = OneProcess.start(topology, state, settings)) {
      Instant nodeStarted = Instant.now();
      Optional<JsonNode> up = both.statusWhenUp();
      while (up.isEmpty() && Duration.between(began, Instant.now()).compareTo(patience) < 0) {
        Thread.sleep(POLL_MS);
        up = both.statusWhenUp();
      }
      Instant ended = Instant.now();
      JsonNode told = up.or(both::status).orElseThrow();
      System.out.println(told.toPrettyString());
      System.out.printf(
          "%s: %s, %d ms since the JVM began, %d ms since the fabric was built%n",
          topology,
          up.isPresent() ? "up" : "NOT UP",
          Duration.between(processBegan, ended).toMillis(),
          Duration.between(nodeStarted, ended).toMillis());
      printMemory();
    }
    System.exit(0);
  }

  private static void printMemory() throws IOException {
    long heapBytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        heapBytes += pool.getPeakUsage().getUsed();
      }
    }
    System.out.printf("heap peak (sum of pools): %d MiB%n", heapBytes >> 20);
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM")) {
        System.out.println("resident set peak: " + line.substring(6).strip());
      }
    }
  }
}
