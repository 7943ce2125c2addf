package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.RequestDigest;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.StepPlaces;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.chain.StepFiles;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What it costs to have steps of {@link ChainTimes}'s chain routed by other nodes. Arguments: those
 * of {@link ChainTimes}. Each part is routed alone, as another node does it, and packed; last, a
 * chain takes these answers. Prints of each part the median of the milliseconds that the other node
 * takes, how many bytes it sends, and how long this node reads; and the steps of that chain.
 */
public final class StepTimes {
  private StepTimes() {}

  public static void main(String[] arguments) throws IOException {
    Fabric whole = MixedFabric.of(arguments[1], arguments[2], true, true);
    RoutingOptions options = ChainTimes.options(Path.of(arguments[0]), whole, arguments[3]);
    ChainEngine chain = (ChainEngine) Engines.named(ChainEngine.NAME).orElseThrow();
    RoutingRequest request =
        new RoutingRequest(whole, Benched.firstLids(whole).lids(), options, null);
    int rounds = Integer.parseInt(arguments[4]);
    List<ChainOptions.Step> steps = options.chain().steps();
    Made made = new Made();
    for (ChainOptions.Step step : steps.subList(1, steps.size())) {
      double[] millis = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        long began = System.nanoTime();
        made.requestDigest = RequestDigest.of(request);
        made.answers.put(
            step.id(), chain.routeStep(request, made.requestDigest, step.id()).orElseThrow());
        millis[round] = Benched.millisSince(began);
      }
      System.out.printf(
          "%s: %.0f ms by another node, %,d bytes sent%n",
          step.words(), Benched.median(millis, 0), made.answers.get(step.id()).length);
    }
    Routed routed = (Routed) chain.route(request, made);
    made.told.forEach(System.out::println);
    System.out.print(routed.dumps().get(StepFiles.CHAIN));
    routed.warnings().stream()
        .filter(one -> one.contains("routed here"))
        .forEach(System.out::println);
  }

  /** Nodes that have routed all parts already. */
  private static final class Made implements StepPlaces {
    final Map<Long, byte[]> answers = new HashMap<>();
    final List<String> told = new ArrayList<>();
    private String requestDigest;
    private long cameNs;

    @Override
    public List<String> names() {
      return List.of("a", "b");
    }

    @Override
    public String requestDigest() {
      return requestDigest;
    }

    @Override
    public Asked ask(String name, long step) {
      return patienceNs -> {
        cameNs = System.nanoTime();
        return answers.get(step);
      };
    }

    @Override
    public void used(String name, long step) {
      told.add("step %d: %.0f ms to read".formatted(step, Benched.millisSince(cameNs)));
    }
  }
}
