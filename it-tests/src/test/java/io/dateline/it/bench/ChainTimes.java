package io.dateline.it.bench;

import static io.dateline.fabric.generate.ChainFiles.step;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.ChainFiles;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.PortGroups;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.chain.StepFiles;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.options.EngineOptions;
import io.dateline.sm.options.EngineUse;
import io.dateline.sm.options.GivenOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a chain costs in a JVM that has routed it for a while, by turns with its engines alone on
 * what they route. Arguments: an empty folder, the tree, the torus, its radices joined by commas,
 * how often. Prints lines: what, median milliseconds; and the last chain's steps. The chain again
 * goes on from its own tables. Last, what a file of port groups with 50,000 names takes.
 */
public final class ChainTimes {
  private static final int NAMES = 50_000;

  private ChainTimes() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Fabric whole = MixedFabric.of(arguments[1], arguments[2], true, true);
    Fabric tree = MixedFabric.of(arguments[1], arguments[2], true, false);
    Fabric torus = MixedFabric.of(arguments[1], arguments[2], false, true);
    RoutingOptions options = options(folder, whole, arguments[3]);
    int rounds = Integer.parseInt(arguments[4]);

    Timed chain = new Timed("chain", whole, options);
    List<Timed> all =
        List.of(
            chain,
            new Timed("updn", whole, options),
            new Timed("ftree", tree, options),
            new Timed("torus-2QoS", torus, options),
            new Again(chain, options));
    for (int round = 0; round < rounds; round++) {
      all.forEach(Timed::route);
    }
    System.out.printf(
        "%d switches, %d LIDs%n", whole.switchCount(), Benched.firstLids(whole).lids().maxLid());
    all.forEach(timed -> System.out.println(timed.inWords()));
    all.forEach(timed -> System.out.print(timed.last.dumps().getOrDefault(StepFiles.CHAIN, "")));
    System.out.printf("groups of %d names: %.0f ms%n", NAMES, groupsMillis(folder, whole, rounds));
  }

  /**
   * Of the chain.
   *
   * @param radices of the torus, joined by commas
   */
  static RoutingOptions options(Path folder, Fabric whole, String radices) throws IOException {
    int[] sizes = Arrays.stream(radices.split(",")).mapToInt(Integer::parseInt).toArray();
    Map<String, Path> files =
        new ChainFiles(folder)
            .writeAll(
                MixedFabric.roots(whole),
                MixedFabric.torusConf(whole, sizes),
                step(1, "updn", 0),
                step(2, "ftree", 1),
                step(3, "torus-2QoS", 2));
    List<GivenOption> given = new ArrayList<>();
    given.add(new GivenOption("qos", "TRUE", "the script", 0));
    files.forEach(
        (name, file) -> given.add(new GivenOption(name, file.toString(), "the script", 0)));
    return EngineOptions.read(given, new EngineUse(List.of("chain"), false, 0)).routing();
  }

  private static double groupsMillis(Path folder, Fabric whole, int rounds) throws IOException {
    StringBuilder text = new StringBuilder("port-group\nname: many\n");
    int hosts = whole.nodeCount() - whole.switchCount();
    IntStream.range(0, NAMES)
        .forEach(
            at ->
                text.append("port-name: hostname=")
                    .append(whole.description(whole.switchCount() + at % hosts))
                    .append("\n"));
    Path file = Files.writeString(folder.resolve("many"), text.append("end-port-group\n"));
    double[] millis = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long began = System.nanoTime();
      PortGroups.of(PortGroupFile.read(file), whole);
      millis[round] = Benched.millisSince(began);
    }
    return Benched.median(millis, 0);
  }

  /** One engine on one fabric. */
  private static class Timed {
    final String engine;
    final Fabric fabric;
    final LidMap lids;
    final RoutingOptions options;
    final List<Double> millis = new ArrayList<>();
    Routed last;

    Timed(String engine, Fabric fabric, RoutingOptions options) {
      this.engine = engine;
      this.fabric = fabric;
      this.options = options;
      lids = Benched.firstLids(fabric).lids();
    }

    void route() {
      route(null, EngineMemory.NONE);
    }

    void route(ForwardingTables before, EngineMemory memory) {
      long began = System.nanoTime();
      last =
          (Routed)
              Engines.named(engine)
                  .orElseThrow()
                  .route(new RoutingRequest(fabric, lids, options, before, memory));
      millis.add(Benched.millisSince(began));
    }

    String inWords() {
      return "%s: %.0f ms"
          .formatted(
              name(),
              Benched.median(millis.stream().mapToDouble(Double::doubleValue).toArray(), 0));
    }

    String name() {
      return engine;
    }
  }

  /** A chain that goes on from its own tables. */
  private static final class Again extends Timed {
    private final Timed first;

    Again(Timed first, RoutingOptions options) {
      super(first.engine, first.fabric, options);
      this.first = first;
    }

    @Override
    void route() {
      route(first.last.routing().tables(), first.last.memory());
    }

    @Override
    String name() {
      return engine + " again";
    }
  }
}
