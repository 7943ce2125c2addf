package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.FdbDumpWriter;
import io.dateline.fabric.format.PslWriter;
import io.dateline.fabric.format.SlToVlDumpWriter;
import io.dateline.fabric.format.SubnetListWriter;
import io.dateline.it.kit.Running;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Debian's ibdmchk says of the tables in a folder.
 *
 * @param pairs pairs of channel adapters it traced
 * @param missing pairs that are not served
 * @param hops served pairs by hops, the cable from the source among them
 * @param creditLoops whether it found any; null where it gave up before it looked
 * @param output all that it printed
 */
record Ibdmchk(
    long pairs, long missing, Map<Integer, Long> hops, Boolean creditLoops, String output) {
  private static final Pattern SCANNED = Pattern.compile("-I- Scanned:(\\d+) CA to CA paths");
  private static final Pattern MISSING =
      Pattern.compile("-E- Found (\\d+) missing paths out of:(\\d+) paths");
  private static final Pattern HISTOGRAM =
      Pattern.compile(
          "LFT ROUTE HOP HISTOGRAM -.*?HOPS NUM-CA-CA-PAIRS\\s+(.*?)-----", Pattern.DOTALL);
  private static final Pattern ROW = Pattern.compile("(\\d+)\\s+(\\d+)");

  /** Checks tables, of which it leaves OpenSM's files in the folder. */
  static Ibdmchk check(Path folder, Fabric fabric, LidMap lids, ForwardingTables tables)
      throws IOException {
    writeTables(folder, fabric, lids, tables, "");
    return check(folder);
  }

  private static void writeTables(
      Path folder, Fabric fabric, LidMap lids, ForwardingTables tables, String groups)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("opensm-subnet.lst"))) {
      SubnetListWriter.write(fabric, lids, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("opensm.fdbs"))) {
      FdbDumpWriter.write(fabric, lids, tables, out);
    }
    Files.writeString(folder.resolve("opensm.mcfdbs"), groups);
  }

  /**
   * Checks a routing with its service levels and lanes and multicast groups. It does not see all
   * that groups do: of a packet that comes in by one port and leaves by another it takes the lane
   * it leaves on for the one it came in on, too.
   *
   * @param groups as OpenSM dumps them
   */
  static Ibdmchk check(Path folder, Fabric fabric, LidMap lids, Routing routing, String groups)
      throws IOException {
    writeTables(folder, fabric, lids, routing.tables(), groups);
    Path levels = folder.resolve("levels");
    try (BufferedWriter out = Files.newBufferedWriter(levels)) {
      PslWriter.write(fabric, lids, routing.pathSl(), out);
    }
    Path lanes = folder.resolve("lanes");
    try (BufferedWriter out = Files.newBufferedWriter(lanes)) {
      SlToVlDumpWriter.write(fabric, lids, routing.slToVl(), out);
    }
    return check(folder, List.of("-c", levels.toString(), "-d", lanes.toString(), "-M"));
  }

  /**
   * Checks what {@code route --dump} wrote, service levels and lanes included.
   *
   * @param lanes as in {@code opensm-sl2vl.dump}
   */
  static Ibdmchk checkDump(Path folder, Path lanes) {
    return check(
        folder, List.of("-c", folder.resolve("opensm.psl").toString(), "-d", lanes.toString()));
  }

  /** Checks {@code opensm-subnet.lst}, {@code opensm.fdbs} and {@code opensm.mcfdbs}. */
  static Ibdmchk check(Path folder) {
    return check(folder, List.of());
  }

  private static Ibdmchk check(Path folder, List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "ibdmchk",
                "-s",
                folder.resolve("opensm-subnet.lst").toString(),
                "-f",
                folder.resolve("opensm.fdbs").toString(),
                "-m",
                folder.resolve("opensm.mcfdbs").toString()));
    command.addAll(options);
    // It may crash after its last sentence: what counts is what it printed.
    String output =
        Running.run(folder.resolve("ibdmchk.out"), Duration.ofMinutes(2), Map.of(), command)
            .output();
    Matcher scanned = SCANNED.matcher(output);
    Matcher missing = MISSING.matcher(output);
    if (missing.find()) {
      return new Ibdmchk(
          Long.parseLong(missing.group(2)),
          Long.parseLong(missing.group(1)),
          hops(output),
          verdict(output),
          output);
    }
    if (!scanned.find()) {
      throw new IllegalStateException("ibdmchk gave no verdict:\n" + output);
    }
    return new Ibdmchk(Long.parseLong(scanned.group(1)), 0, hops(output), verdict(output), output);
  }

  private static Boolean verdict(String output) {
    if (output.contains("-I- no credit loops found")) {
      return false;
    }
    return output.contains("credit loops in routing") ? Boolean.TRUE : null;
  }

  private static Map<Integer, Long> hops(String output) {
    Map<Integer, Long> hops = new TreeMap<>();
    Matcher histogram = HISTOGRAM.matcher(output);
    if (histogram.find()) {
      Matcher row = ROW.matcher(histogram.group(1));
      while (row.find()) {
        hops.put(Integer.valueOf(row.group(1)), Long.valueOf(row.group(2)));
      }
    }
    return hops;
  }
}
