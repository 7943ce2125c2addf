package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.TopologyFile.Topology;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.function.IntUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/**
 * Chains of any engines on any parts of any fabric: every pair is served, and nothing goes round.
 */
class ChainsTest {
  private static final List<String> KINDS =
      List.of(
          "torus:4x4:1",
          "mesh:3x3x3:1",
          "hypercube:4:1",
          "ftree:3,3:1,2",
          "ftree:2,3,4:1,2,3",
          "dragonfly:4,2,2",
          "jellyfish:20,4,2,5",
          "hyperx:3,3:2");
  private static final List<String> OF_THE_WHOLE = List.of("minhop", "updn", "dfsssp", "nue");
  private static final List<String> OF_PARTS =
      List.of("minhop", "updn", "dnup", "dor", "ftree", "sssp", "dfsssp", "lash", "nue");

  @Property(tries = 100)
  void shouldServeEveryPair(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Fabric fabric = fabric(random);
    int lmc = random.nextInt(3);
    RoutingOptions options = chain(fabric, lmc, random);

    boolean isRouted = Examination.of("chain", fabric, options, lmc).isPresent();
    Statistics.collect(isRouted ? "routed" : "refused");
    Statistics.coverage(all -> all.check("routed").percentage(share -> share > 50));
  }

  /** SLs are granted to hosts, so a master that has the tables and the memory has to know them. */
  @Property(tries = 40)
  void shouldRestoreTheSlOfEveryPath(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Fabric fabric = fabric(random);
    int lmc = random.nextInt(2);
    RoutingOptions options = chain(fabric, lmc, random);
    LidMap lids = Net.lids(fabric, lmc);
    RoutingEngine engine = Engines.named("chain").orElseThrow();
    if (!(engine.route(new RoutingRequest(fabric, lids, options, null))
        instanceof RoutingOutcome.Routed routed)) {
      return;
    }
    Routing made = routed.routing();

    Routing restored =
        engine.restore(fabric, lids, options, made.tables(), routed.memory()).orElseThrow();

    for (int destination : lids.usedLids()) {
      IntUnaryOperator levels = restored.pathSl().toward(destination);
      for (int source : lids.usedLids()) {
        int sl = made.pathSl().sl(source, destination);
        assertThat(restored.pathSl().sl(source, destination))
            .as("from %d to %d", source, destination)
            .isEqualTo(sl);
        assertThat(levels.applyAsInt(source))
            .as("from %d to %d, as one of many", source, destination)
            .isEqualTo(sl);
      }
    }
  }

  @Test
  void shouldTellWhichNodesAnExpressionIsNoAnswerFor() throws IOException {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft one = builder.node(NodeType.SWITCH, 1, 1).description("x".repeat(64));
    Fabric.NodeDraft other = builder.node(NodeType.SWITCH, 2, 1).description("y");
    Fabric fabric = builder.link(one, 1, other, 1, LinkWidth.X4, LinkSpeed.EDR).build();
    RoutingOptions plain = RoutingOptions.DEFAULTS;
    PortGroupFile groups =
        groups(
            "port-group\nname: a\nport-regexp: %sy\nend-port-group\n".formatted("x*".repeat(16)));
    ChainOptions chain =
        new ChainOptions(
            List.of(new ChainOptions.Step(1, "minhop", 0, 0, 0, plain)), Map.of(), groups, false);

    RoutingOutcome outcome =
        Engines.named("chain")
            .orElseThrow()
            .route(new RoutingRequest(fabric, Net.lids(fabric, 0), plain.with(chain), null));

    assertThat(((RoutingOutcome.Routed) outcome).warnings())
        .singleElement()
        .asString()
        .contains("group a:", "takes too long");
  }

  static Fabric fabric(Random random) {
    NetworkFaults faults = NetworkFaults.NONE.dropLinks(random.nextInt(3), random.nextLong());
    return TopologySpec.parse(KINDS.get(random.nextInt(KINDS.size())))
        .withFaults(faults)
        .generate();
  }

  /** One step of the whole, and up to three of parts; now and then with fallbacks. */
  static RoutingOptions chain(Fabric fabric, int lmc, Random random) throws IOException {
    RoutingOptions plain = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(4, false));
    List<ChainOptions.Step> steps = new ArrayList<>();
    steps.add(new ChainOptions.Step(1, any(OF_THE_WHOLE, random), 0, 0, 0, plain));
    steps.add(new ChainOptions.Step(2, "minhop", 0, 1, 0, plain));
    Map<Long, Topology> topologies = new HashMap<>();
    StringBuilder groups = new StringBuilder();
    for (int part = 1; part <= random.nextInt(4); part++) {
      groups.append(group("s" + part, switches(fabric, random)));
      groups.append(group("a" + part, adapters(fabric, random)));
      topologies.put((long) part, new Topology(part, "s" + part, "a" + part));
      int pathBit = random.nextInt(1 << lmc);
      long topology = random.nextInt(6) == 0 ? 0 : part;
      long id = 10L * part;
      steps.add(new ChainOptions.Step(id, any(OF_PARTS, random), topology, 0, pathBit, plain));
      if (random.nextBoolean()) {
        steps.add(new ChainOptions.Step(id + 1, "updn", topology, id, pathBit, plain));
      }
    }
    PortGroupFile read = groups(groups.toString());
    return plain.with(new ChainOptions(steps, topologies, read, random.nextBoolean()));
  }

  private static PortGroupFile groups(String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("groups", ""), text);
    PortGroupFile read = PortGroupFile.read(file);
    Files.delete(file);
    return read;
  }

  private static String any(List<String> engines, Random random) {
    return engines.get(random.nextInt(engines.size()));
  }

  private static String group(String name, String guids) {
    return "port-group\nname: %s\nport-guid: %s\nend-port-group\n".formatted(name, guids);
  }

  /** One switch and what is near it; sometimes not all of its ports. */
  private static String switches(Fabric fabric, Random random) {
    int centre = random.nextInt(fabric.switchCount());
    StringJoiner guids = new StringJoiner(", ");
    guids.add(Guid.format(fabric.nodeGuid(centre)));
    int reach = 1 + random.nextInt(fabric.externalPortCount(centre));
    for (int number = 1; number <= reach; number++) {
      int peer = fabric.peer(fabric.port(centre, number));
      if (peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))) {
        String ports = random.nextInt(5) == 0 ? "@1-3" : "";
        guids.add(Guid.format(fabric.nodeGuid(fabric.nodeOf(peer))) + ports);
      }
    }
    for (int more = random.nextInt(4); more > 0; more--) {
      guids.add(Guid.format(fabric.nodeGuid(random.nextInt(fabric.switchCount()))));
    }
    return guids.toString();
  }

  private static String adapters(Fabric fabric, Random random) {
    StringJoiner guids = new StringJoiner(", ");
    guids.add(Guid.format(fabric.nodeGuid(fabric.nodeCount() - 1)));
    int share = 1 + random.nextInt(3);
    for (int node = fabric.switchCount(); node < fabric.nodeCount(); node++) {
      if (random.nextInt(3) < share) {
        guids.add(Guid.format(fabric.nodeGuid(node)));
      }
    }
    return guids.toString();
  }
}
