package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much CPU time a PathRecord takes on a simulated fabric in the same process, by thread: a
 * machine that is busy with other things lengthens the time, and not this. Arguments: the topology,
 * questions of a round, rounds, questions at a time.
 */
public final class SaCpu {
  private static final int POLL_MS = 50;
  private static final double LEAST_SHARE = 0.01;

  private SaCpu() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int questions = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    int window = Integer.parseInt(arguments[3]);
    try (OneProcess both =
        OneProcess.start(arguments[0], Files.createTempDirectory("dateline-bench"), Map.of())) {
      while (both.statusWhenUp().isEmpty()) {
        Thread.sleep(POLL_MS);
      }
      int lids = both.status().orElseThrow().path("endPorts").asInt();
      Fabric fabric = both.simulator().call(SimulatedFabric::fabric);
      int port = fabric.port(fabric.nodeCount() - 1, 1);
      try (MadExchange exchange =
          Transactor.open(
              both.simulator().attach(port),
              ExchangeSettings.DEFAULT.withWindows(window, window))) {
        SaLoad load = new SaLoad(exchange, SaQueries.masterLid(exchange), lids);
        for (int round = 0; round < rounds; round++) {
          Map<String, Long> before = cpuNs();
          SaLoad.Result result = load.paths(questions, window);
          print(result, before, cpuNs());
        }
      }
    }
    System.exit(0);
  }

  /** Threads of a pool together. */
  private static Map<String, Long> cpuNs() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Map<String, Long> byName = new TreeMap<>();
    for (ThreadInfo thread : threads.dumpAllThreads(false, false, 0)) {
      String name = thread.getThreadName().replaceAll("-?\\d+$", "");
      byName.merge(name, threads.getThreadCpuTime(thread.getThreadId()), Long::sum);
    }
    return byName;
  }

  private static void print(
      SaLoad.Result result, Map<String, Long> before, Map<String, Long> after) {
    System.out.println(result);
    long all = 0;
    for (Map.Entry<String, Long> thread : after.entrySet()) {
      all += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
    }
    for (Map.Entry<String, Long> thread : after.entrySet()) {
      long spent = thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
      if (spent > all * LEAST_SHARE) {
        System.out.printf("  %8d ns a question: %s%n", spent / result.answered(), thread.getKey());
      }
    }
    System.out.printf("  %8d ns a question: all threads of Java's%n", all / result.answered());
  }
}
