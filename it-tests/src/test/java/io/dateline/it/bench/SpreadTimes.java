package io.dateline.it.bench;

import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.mad.AttributeId;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sim.SimulatedFabric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.awaitility.Awaitility;

/**
 * How long three nodes take to program all switches of a fabric and their lanes, by the master
 * alone and by all of them, by turns: from the first such Set to the last that takes effect.
 * Arguments: the topology, rounds, how late MADs are in ms, the window of each port, how often
 * switches lose their tables in one cluster (the first time code is cold), and whether ports have
 * lanes ({@code qos}).
 */
public final class SpreadTimes {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int NODES = 3;

  private final TopologySpec topology;
  private final int delayMs;
  private final int window;
  private final int times;
  private final boolean hasLanes;

  private SpreadTimes(TopologySpec topology, int delayMs, int window, int times, boolean hasLanes) {
    this.topology = topology;
    this.delayMs = delayMs;
    this.window = window;
    this.times = times;
    this.hasLanes = hasLanes;
  }

  /** Sets of some attributes. */
  private static final class Span {
    private final int[] byNode = new int[NODES];
    private final long[] beganNs = new long[NODES];
    private final long[] endedNs = new long[NODES];
    private long firstNs;
    private long lastNs;

    private synchronized void add(int node) {
      long now = System.nanoTime();
      if (firstNs == 0) {
        firstNs = now;
      }
      lastNs = now;
      if (byNode[node]++ == 0) {
        beganNs[node] = now;
      }
      endedNs[node] = now;
    }

    private synchronized void clear() {
      Arrays.fill(byNode, 0);
      firstNs = 0;
      lastNs = 0;
    }

    private synchronized long millis() {
      return (lastNs - firstNs) / 1_000_000;
    }

    @Override
    public synchronized String toString() {
      StringJoiner nodes = new StringJoiner(", ");
      for (int node = 0; node < NODES; node++) {
        nodes.add(
            byNode[node] == 0
                ? "0"
                : "%d from %d to %d ms"
                    .formatted(byNode[node], sinceFirst(beganNs[node]), sinceFirst(endedNs[node])));
      }
      return "%d ms, Sets by node: %s".formatted(millis(), nodes);
    }

    private long sinceFirst(long ns) {
      return (ns - firstNs) / 1_000_000;
    }
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[1]);
    SpreadTimes times =
        new SpreadTimes(
            TopologySpec.parse(arguments[0]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(arguments[4]),
            Boolean.parseBoolean(arguments[5]));
    for (int round = 0; round < rounds; round++) {
      times.run(0);
      times.run(1);
    }
    System.exit(0);
  }

  /**
   * One cluster.
   *
   * @param from how many switches there have to be for all nodes to program them; 0 for never
   */
  private void run(int from) throws Exception {
    Path folder = Files.createTempDirectory("dateline-spread");
    try (SimulatedSubnet subnet = SimulatedSubnet.start(topology.generate());
        H2Server journal = SmCluster.serveJournal(folder)) {
      Map<String, String> settings = new HashMap<>(SmCluster.patient(journal.settings()));
      settings.put("dateline.spread-programmers-from", Integer.toString(from));
      settings.put("dateline.subnet.qos", Boolean.toString(hasLanes));
      settings.put("dateline.mad.window", Integer.toString(window));
      settings.put("dateline.mad.window-per-target", Integer.toString(Math.min(window, 8)));
      try (SmCluster cluster = SmCluster.start(folder, subnet, NODES, settings)) {
        cluster.awaitQuiet(PATIENCE);
        Span tables = new Span();
        Span lanes = new Span();
        SimulatedFabric.SetObserver observer =
            (sender, port, set, isRefused) -> {
              int node = cluster.nodeAt(sender).orElseThrow();
              switch (set.attributeId()) {
                case AttributeId.LINEAR_FORWARDING_TABLE -> tables.add(node);
                case AttributeId.SL_TO_VL_MAPPING_TABLE, AttributeId.VL_ARBITRATION_TABLE ->
                    lanes.add(node);
                default -> {}
              }
            };
        subnet.simulator().execute(simulated -> simulated.onSet(observer));
        subnet.console("delay " + delayMs);
        for (int time = 1; time <= times; time++) {
          subnet.powerCycleSwitches();
          tables.clear();
          lanes.clear();
          Awaitility.await().atMost(PATIENCE).until(() -> tables.millis() > 0);
          cluster.awaitQuiet(PATIENCE);
          System.out.printf(
              "%s, %s, time %d: tables %s; lanes %s%n",
              topology, from == 0 ? "the master alone" : "all nodes", time, tables, lanes);
          // Not before, for the fabric answers no MAD while pairs are looked at.
          if (subnet.unservedPairs() > 0) {
            throw new IllegalStateException("pairs are not served");
          }
        }
      }
    }
  }
}
