package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.options.EngineOptions;
import io.dateline.sm.options.GivenOption;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What engines cost in a JVM that has run them for a while. Arguments: the topology (a file or a
 * generator), how many times to route, then engines, and options as {@code name=value}. A line
 * each: {@code engine, milliseconds, mebibytes, milliseconds of a copy}; another one for {@code
 * engine-again} where the engine wants to be told again what it found. The time is the median of
 * the last third; the memory the highest use of the heap during one more routing, tables included,
 * less what was in use before; the copy that of all rows of the tables into rows that are there
 * already.
 */
public final class EngineTimes {
  private EngineTimes() {}

  public static void main(String[] arguments) throws IOException {
    Fabric fabric = Benched.fabric(arguments[0]);
    LidMap lids = Benched.firstLids(fabric).lids();
    Map<Boolean, List<String>> words =
        Arrays.stream(arguments).skip(2).collect(Collectors.partitioningBy(w -> w.contains("=")));
    RoutingOptions options = options(words.get(true));
    int rounds = Math.max(1, Integer.parseInt(arguments[1]));
    for (String name : words.get(false)) {
      RoutingEngine engine = Engines.named(name).orElseThrow();
      RoutingRequest first = new RoutingRequest(fabric, lids, options, null);
      System.out.println(name + ' ' + measure(engine, first, rounds));
      if (engine.route(first) instanceof RoutingOutcome.Routed routed
          && !routed.memory().equals(EngineMemory.NONE)) {
        RoutingRequest again = new RoutingRequest(fabric, lids, options, null, routed.memory());
        System.out.println(name + "-again " + measure(engine, again, rounds));
      }
    }
  }

  private static RoutingOptions options(List<String> words) {
    return EngineOptions.read(
            words.stream()
                .map(word -> word.split("=", 2))
                .map(pair -> new GivenOption(pair[0], pair[1], "the command line", 0))
                .toList())
        .routing();
  }

  private static String measure(RoutingEngine engine, RoutingRequest request, int rounds) {
    double[] millis = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long began = System.nanoTime();
      RoutingOutcome outcome = engine.route(request);
      millis[round] = Benched.millisSince(began);
      if (outcome instanceof RoutingOutcome.Refused) {
        return "refused";
      }
    }
    HeapUse use = HeapUse.begin();
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) engine.route(request);
    long peak = use.peak();
    return "%.1f %d %.1f"
        .formatted(
            Benched.median(millis, millis.length * 2 / 3),
            peak >> 20,
            copyMillis(routed.routing().tables(), rounds));
  }

  private static double copyMillis(ForwardingTables tables, int rounds) {
    int blocks = tables.blockCount() * ForwardingTables.BLOCK_ENTRIES;
    byte[][] copy = new byte[tables.switchCount()][blocks];
    double[] millis = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long began = System.nanoTime();
      for (int node = 0; node < copy.length; node++) {
        System.arraycopy(tables.row(node), 0, copy[node], 0, blocks);
      }
      millis[round] = Benched.millisSince(began);
    }
    return Benched.median(millis, millis.length * 2 / 3);
  }
}
