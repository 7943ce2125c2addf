package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Running;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one sweep of Debian's opensm made of a fabric, on an ibsim of its own.
 *
 * @param fabric that it swept
 * @param lids that it gave
 * @param tables that it programmed
 * @param engine whose tables these are; another one than was asked for where that one refused
 * @param log errors and what it tells when it is verbose
 * @param folder of its dump files
 */
record OpenSmTables(
    Fabric fabric, LidMap lids, ForwardingTables tables, String engine, String log, Path folder) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Pattern ENGINE = Pattern.compile("(\\S+) tables configured on all switches");

  /**
   * Sweeps a fabric once.
   *
   * @param folder where a folder is made for its files
   * @param options of opensm, such as {@code -R updn -a FILE} or {@code -F FILE}
   */
  static OpenSmTables sweep(Fabric fabric, Path folder, String... options) throws IOException {
    Path own = Files.createTempDirectory(folder, "opensm");
    Path topology = own.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(fabric, out);
    }
    return sweep(fabric, topology, own, List.of(options));
  }

  /** As {@link #sweep(Fabric, Path, String...)}; ibsim reads the file that the fabric is from. */
  static OpenSmTables sweep(Fabric fabric, Path topology, Path folder, String... options)
      throws IOException {
    return sweep(fabric, topology, Files.createTempDirectory(folder, "opensm"), List.of(options));
  }

  private static OpenSmTables sweep(Fabric fabric, Path topology, Path own, List<String> options)
      throws IOException {
    Path log = own.resolve("opensm.log");
    List<String> command = new ArrayList<>(List.of("ibsim-run", "opensm", "-o"));
    // Errors, infos, verbose sentences, and the routing dumps.
    command.addAll(List.of("-f", log.toString(), "-D", "0x47"));
    command.addAll(options);
    try (Ibsim ibsim = Ibsim.start(topology, own)) {
      Map<String, String> environment =
          Map.of(
              "IBSIM_SERVER_NAME",
              "127.0.0.1",
              "IBSIM_SERVER_PORT",
              "" + ibsim.port(),
              "OSM_TMP_DIR",
              own.toString(),
              "OSM_CACHE_DIR",
              own.toString());
      Running.Ended ended = Running.run(own.resolve("opensm.out"), PATIENCE, environment, command);
      assertThat(ended.exitCode()).as(ended.output()).isZero();
    }
    LftDump dump = LftDumpReader.read(own.resolve("opensm-lfts.dump"), fabric);
    String said = Files.readString(log);
    return new OpenSmTables(fabric, dump.lids(), dump.tables(), engine(said), said, own);
  }

  /** The engine whose tables OpenSM configured last, by its log. */
  static String engine(String log) {
    Matcher matcher = ENGINE.matcher(log);
    String last = "";
    while (matcher.find()) {
      last = matcher.group(1);
    }
    assertThat(last).as(log).isNotEmpty();
    return last;
  }

  /** What an engine of ours makes of the same fabric with the same LIDs. */
  RoutingOutcome route(String ours, RoutingOptions options) {
    return Engines.named(ours).orElseThrow().route(new RoutingRequest(fabric, lids, options, null));
  }

  /** What the judge says of its tables for traffic between adapters, all of it on one lane. */
  Verdict judge() {
    return judge(tables);
  }

  /** What the judge says of other tables for the same LIDs. */
  Verdict judge(ForwardingTables others) {
    return Judge.judge(
        fabric, lids, Routing.singleLane(engine, others), JudgeOptions.of(Scope.CHANNEL_ADAPTERS));
  }
}
