package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.routing.Net;
import io.dateline.routing.RequestDigest;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.StepPlaces;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.chain.StepFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.DeflaterInputStream;
import java.util.zip.InflaterInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** Steps of a chain that other nodes route: the chain comes to the same bytes, whatever they do. */
class SpreadChainsTest {
  private static final ChainEngine CHAIN =
      (ChainEngine) Engines.named(ChainEngine.NAME).orElseThrow();

  private static final String HERE = "is routed here and not by the node of port node-";

  /** What another node does with a step that it is asked for. */
  private enum Fate {
    ROUTED(""),
    LATE("it did not answer"),
    GONE("it is no member any more"),
    OTHER_REQUEST("it has routed something else"),
    OTHER_ROWS(
        "its "), // rows are not those of its digest; or it has refused, and is not understood
    OTHER_STEP("it has routed another step"),
    CUT("its answer cannot be read");

    final String told;

    Fate(String told) {
      this.told = told;
    }
  }

  /** Other nodes, each of which has the same facts. */
  private static final class Played implements StepPlaces {
    private final RoutingRequest request;
    private final List<String> names;
    private final Random random;
    private final List<Fate> fates; // one of them meets each step
    final List<Fate> met = new ArrayList<>();
    final TreeSet<String> used = new TreeSet<>();

    Played(RoutingRequest request, int nodes, Random random, Fate... fates) {
      this.request = request;
      names = List.of("node-c", "node-a", "node-b").subList(0, nodes);
      this.random = random;
      this.fates = List.of(fates);
    }

    @Override
    public List<String> names() {
      return names;
    }

    @Override
    public Asked ask(String name, long step) {
      assertThat(names).contains(name);
      Fate fate = fates.get(random.nextInt(fates.size()));
      met.add(fate);
      return patienceNs -> answer(fate, step);
    }

    @Override
    public String requestDigest() {
      return RequestDigest.of(request);
    }

    private byte[] answer(Fate fate, long step) throws NotRoutedException {
      return switch (fate) {
        case LATE, GONE -> throw new NotRoutedException(fate.told);
        case OTHER_REQUEST -> routed(request.withTables(otherTables(request)), step);
        case ROUTED -> routed(step);
        case OTHER_STEP -> routed(request.options().chain().steps().getFirst().id());
        case OTHER_ROWS -> withAnotherEnd(routed(step));
        case CUT -> Arrays.copyOf(routed(step), 70);
      };
    }

    private static ForwardingTables otherTables(RoutingRequest request) {
      return new ForwardingTables(request.fabric().switchCount(), request.lids().maxLid());
    }

    /** ZLIB is well: what is in it is not. */
    private static byte[] withAnotherEnd(byte[] bytes) {
      try {
        byte[] plain = new InflaterInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        plain[plain.length - 1] ^= 1;
        return new DeflaterInputStream(new ByteArrayInputStream(plain)).readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private byte[] routed(long step) {
      return routed(request, step);
    }

    private static byte[] routed(RoutingRequest request, long step) {
      return CHAIN.routeStep(request, RequestDigest.of(request), step).orElseThrow();
    }

    @Override
    public void used(String name, long step) {
      used.add(name);
    }
  }

  @Property(tries = 25)
  void shouldComeToTheSameBytes(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Fabric fabric = ChainsTest.fabric(random);
    int lmc = random.nextInt(2);
    RoutingOptions options = ChainsTest.chain(fabric, lmc, random);
    LidMap lids = Net.lids(fabric, lmc);
    RoutingRequest first = new RoutingRequest(fabric, lids, options, null);
    RoutingOutcome made = compare(first, random);
    if (made instanceof RoutingOutcome.Routed routed) {
      compare(
          new RoutingRequest(fabric, lids, options, routed.routing().tables(), routed.memory()),
          random);
    }
  }

  private static RoutingOutcome compare(RoutingRequest request, Random random) {
    RoutingOutcome alone = CHAIN.route(request);
    Played all = new Played(request, 1 + random.nextInt(3), random, Fate.ROUTED);
    assertSame(request, CHAIN.route(request, all), alone, List.of());
    Statistics.collect(all.met.isEmpty() ? "none elsewhere" : "elsewhere");
    Statistics.coverage(each -> each.check("elsewhere").percentage(share -> share > 20));
    assertThat(all.used.isEmpty()).isEqualTo(all.met.isEmpty());

    Played some = new Played(request, 1 + random.nextInt(3), random, Fate.values());
    RoutingOutcome outcome = CHAIN.route(request, some);
    assertSame(request, outcome, alone, some.met.stream().map(fate -> fate.told).toList());
    return alone;
  }

  /** All but how long steps took and where, and which nodes have not routed them. */
  private static void assertSame(
      RoutingRequest request, RoutingOutcome outcome, RoutingOutcome alone, List<String> told) {
    if (alone instanceof RoutingOutcome.Refused refused) {
      assertThat(outcome).isInstanceOf(RoutingOutcome.Refused.class);
      assertThat(((RoutingOutcome.Refused) outcome).memory()).isEqualTo(refused.memory());
      return;
    }
    RoutingOutcome.Routed expected = (RoutingOutcome.Routed) alone;
    RoutingOutcome.Routed actual = (RoutingOutcome.Routed) outcome;
    assertThat(actual.routing().tables()).isEqualTo(expected.routing().tables());
    assertThat(actual.creditLoopFree()).isEqualTo(expected.creditLoopFree());
    assertThat(actual.memory()).isEqualTo(expected.memory());
    assertThat(actual.leftOut()).isEqualTo(expected.leftOut());
    assertThat(actual.partly()).isEqualTo(expected.partly());
    assertThat(withoutTimes(actual.dumps())).isEqualTo(withoutTimes(expected.dumps()));
    List<String> warnings = new ArrayList<>(actual.warnings());
    for (String words : told) {
      if (!words.isEmpty()) {
        assertThat(warnings).as("told of %s", words).anyMatch(one -> one.contains(words));
      }
    }
    assertThat(warnings.stream().filter(one -> one.contains(HERE)))
        .hasSize((int) told.stream().filter(words -> !words.isEmpty()).count());
    warnings.removeIf(one -> one.contains(HERE));
    assertThat(warnings).isEqualTo(expected.warnings());
    assertSameLanes(request.fabric(), request.lids(), actual.routing(), expected.routing());
  }

  private static Map<String, String> withoutTimes(Map<String, String> dumps) {
    Map<String, String> rest = new HashMap<>(dumps);
    rest.remove(StepFiles.CHAIN);
    return rest;
  }

  private static void assertSameLanes(
      Fabric fabric, LidMap lids, Routing actual, Routing expected) {
    for (int destination : lids.usedLids()) {
      for (int source : lids.usedLids()) {
        assertThat(actual.pathSl().sl(source, destination))
            .as("from %d to %d", source, destination)
            .isEqualTo(expected.pathSl().sl(source, destination));
      }
    }
    for (int node = 0; node < fabric.nodeCount(); node++) {
      for (int in = 0; in <= fabric.externalPortCount(node); in++) {
        for (int out = 1; out <= fabric.externalPortCount(node); out++) {
          for (int sl = 0; sl < SlToVl.DROP; sl++) {
            assertThat(actual.slToVl().vl(node, in, out, sl))
                .as("node %d, %d to %d, SL %d", node, in, out, sl)
                .isEqualTo(expected.slToVl().vl(node, in, out, sl));
          }
        }
      }
    }
    assertThat(actual.vlCount()).isEqualTo(expected.vlCount());
  }
}
