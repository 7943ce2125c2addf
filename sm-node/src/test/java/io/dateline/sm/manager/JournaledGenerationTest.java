package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidsId;
import io.dateline.fabric.TableDigest;
import io.dateline.fabric.format.TorusConf;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.persistence.codec.KryoEventSerializer;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.FabricFound;
import io.dateline.persistence.event.SubnetEvent.LidsAssigned;
import io.dateline.persistence.event.SubnetEvent.SweepBegan;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TorusOptions;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.PreviousTables;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.state.SubnetState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that has read the journal asks an engine what the master asks, and gets the same. */
class JournaledGenerationTest {
  private static final TopologySpec TORUS = TopologySpec.parse("torus:5x5");

  @TempDir Path folder;

  private static SubnetState after(SubnetState state, List<SubnetEvent> events) {
    SubnetState next = state;
    for (SubnetEvent event : events) {
      next = next.apply(event);
    }
    return next;
  }

  /** What a sweep journals of a fabric. */
  private static List<SubnetEvent> found(SubnetState state, Fabric fabric, LidPlan lids, long at) {
    FabricChange change =
        state.fabric().changeTo(fabric, at, lids.withoutLids(fabric)).orElseThrow();
    return List.of(
        new LidsAssigned(lids.newGuids(), lids.newBaseLids(), lids.newLmcs(), "test", 1),
        new FabricFound(change, "test", 1));
  }

  private static LidPlan lids(SubnetState state, Fabric fabric) {
    return lids(state, fabric, 0);
  }

  private static LidPlan lids(SubnetState state, Fabric fabric, int lmc) {
    return LidAssigner.plan(fabric, state.lids(), fabric.endPorts()[0], lmc, false);
  }

  /** After a first sweep. */
  private static SubnetState knowing(Fabric fabric, long generation) {
    SubnetState before = SubnetState.EMPTY;
    return after(before, found(before, fabric, lids(before, fabric), generation));
  }

  /** As another node reads it. */
  private static SubnetState readAnew(SubnetState state) throws IOException {
    KryoEventSerializer serializer = new KryoEventSerializer();
    SubnetSnapshot snapshot = state.toSnapshot();
    byte[] bytes = serializer.toBinary(snapshot);
    return SubnetState.of(
        (SubnetSnapshot) serializer.fromBinary(bytes, serializer.manifest(snapshot)));
  }

  private RoutingOptions options(Fabric fabric) throws IOException {
    Path file = folder.resolve("torus-2QoS.conf");
    long seed = guid(fabric, "sw_0_0_0");
    Files.writeString(
        file,
        "torus 5 5 1\nxp_link %s %s\nyp_link %s %s\n"
            .formatted(
                Guid.format(seed),
                Guid.format(guid(fabric, "sw_1_0_0")),
                Guid.format(seed),
                Guid.format(guid(fabric, "sw_0_1_0"))));
    return RoutingOptions.DEFAULTS
        .with(LaneOptions.QOS)
        .with(new TorusOptions(Optional.of(TorusConf.read(file))));
  }

  private static long guid(Fabric fabric, String description) {
    return IntStream.range(0, fabric.switchCount())
        .filter(node -> fabric.description(node).equals(description))
        .mapToLong(fabric::nodeGuid)
        .findFirst()
        .orElseThrow();
  }

  /** What was asked, and the answer. */
  private record Asked(FabricGeneration subnet, Routed answer) {
    static Asked of(
        String engine, FabricGeneration subnet, RoutingOptions options, Optional<Asked> before) {
      ForwardingTables previous =
          before
              .map(
                  last -> PreviousTables.carry(last.subnet, last.answer.routing().tables(), subnet))
              .orElse(null);
      return new Asked(
          subnet,
          (Routed)
              Engines.named(engine)
                  .orElseThrow()
                  .route(
                      new RoutingRequest(
                          subnet.fabric(), subnet.lids(), options, previous, subnet.memory())));
    }

    String tables() {
      return TableDigest.of(answer.routing().tables());
    }
  }

  /** A cable is lost and comes back; what the engine remembers goes on. */
  @ParameterizedTest
  @ValueSource(strings = {"minhop", "dfsssp", "torus-2QoS"})
  void shouldRouteFromTheJournalAsTheMasterDoes(String engine) throws Exception {
    Fabric whole = TORUS.generate();
    Fabric less = TORUS.withFaults(NetworkFaults.NONE.dropLinks(1, 7)).generate();
    RoutingOptions options = options(whole);
    SubnetState state = SubnetState.EMPTY;
    Optional<Asked> master = Optional.empty();
    Optional<Asked> other = Optional.empty();
    long generation = 0;
    for (Fabric fabric : List.of(whole, less, whole)) {
      generation++;
      LidPlan lids = lids(state, fabric);
      FabricGeneration subnet =
          FabricGeneration.of(generation, fabric, lids.lids(), state.memory());
      state = after(state, found(state, fabric, lids, generation));

      FabricGeneration read = readAnew(state).generation(generation).orElseThrow();
      master = Optional.of(Asked.of(engine, subnet, options, master));
      other = Optional.of(Asked.of(engine, read, options, other));

      assertThat(read.number()).isEqualTo(generation);
      assertThat(read.topologyId()).isEqualTo(subnet.topologyId());
      assertThat(LidsId.of(read.lids())).isEqualTo(LidsId.of(subnet.lids()));
      assertThat(read.memory()).isEqualTo(subnet.memory());
      assertThat(read.memory().equals(EngineMemory.NONE))
          .isEqualTo(generation == 1 || engine.equals("minhop"));
      assertThat(other.get().tables()).isEqualTo(master.get().tables());
      EngineMemory learnt = master.get().answer().memory();
      assertThat(other.get().answer().memory()).isEqualTo(learnt);
      state = after(state, MemoryFacts.between(state.memory(), learnt, "test", 1));
    }
  }

  @Test
  void shouldLeaveOutPortsThatGotNoLid() {
    Fabric fabric = TORUS.generate();
    LidPlan all = lids(SubnetState.EMPTY, fabric);
    SubnetState before = after(SubnetState.EMPTY, found(SubnetState.EMPTY, fabric, all, 1));
    int own = fabric.endPorts()[0];

    LidPlan few = LidAssigner.plan(fabric, before.lids(), own, 0, false, /* lidMax= */ 20);
    SubnetState state = after(before, found(before, fabric, few, 2));

    assertThat(state.fabric().withoutLids()).hasSize(fabric.endPorts().length - 20);
    assertThat(LidsId.of(state.generation(2).orElseThrow().lids()))
        .isEqualTo(LidsId.of(few.lids()));
  }

  @Test
  void shouldTellNoFabricThatIsNotOfTheSweep() {
    Fabric fabric = TORUS.generate();
    SubnetState state = knowing(fabric, 7);

    assertThat(SubnetState.EMPTY.generation(7)).isEmpty();
    assertThat(SubnetState.of(SubnetState.EMPTY.toSnapshot()).generation(7)).isEmpty();
    assertThat(state.generation(6)).isEmpty();
    assertThat(state.generation(7)).isPresent();
    assertThat(state.generation(8)).isPresent();
    assertThat(state.lastGeneration()).isEqualTo(7);
  }

  /** A sweep may find the fabric as it was, and give other LIDs. */
  @Test
  void shouldTellNoGenerationWithTheLidsOfALaterOne() {
    Fabric fabric = TORUS.generate();
    SubnetState state = knowing(fabric, 7);
    int own = fabric.endPorts()[0];
    LidPlan other = LidAssigner.planAnew(fabric, state.lids(), own, 1, false, /* lidMax= */ 100);
    HeavySweep sweep = new HeavySweep(9, "test", 0);
    sweep.lids = other;
    SubnetState failed = state.apply(new SweepBegan(8, "test", 1));
    SubnetState after =
        after(failed, AddressStep.began(failed, sweep, 1).stream().toList())
            .apply(
                new LidsAssigned(
                    other.newGuids(), other.newBaseLids(), other.newLmcs(), "test", 1));

    assertThat(after.fabric().generation()).isEqualTo(7);
    assertThat(after.generation(7)).isEmpty();
    assertThat(after.generation(8)).isEmpty();
    assertThat(LidsId.of(after.generation(9).orElseThrow().lids()))
        .isEqualTo(LidsId.of(other.lids()));
    sweep.lids = lids(after, fabric, 1);
    assertThat(AddressStep.began(after, sweep, 1)).as("the LIDs of one that is known").isEmpty();
  }

  /** As behind a snapshot of a build that knew no fabrics: the next master tells it whole. */
  @Test
  void shouldKnowNoFabricOfWhichOnlyAChangeIsThere() {
    Fabric fabric = TORUS.generate();
    SubnetState state = knowing(fabric, 7);
    Fabric less = TORUS.withFaults(NetworkFaults.NONE.dropLinks(1, 7)).generate();
    List<SubnetEvent> next = found(state, less, lids(state, less), 8);

    SubnetState unknowing = after(SubnetState.EMPTY, next);
    assertThat(unknowing.generation(8)).isEmpty();
    SubnetState told = after(unknowing, found(unknowing, less, lids(unknowing, less), 9));
    assertThat(told.generation(9)).isPresent();
  }
}
