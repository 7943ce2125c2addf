package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SubnetEvent.ChainLearnt;
import io.dateline.persistence.event.SubnetEvent.DatelineFixed;
import io.dateline.persistence.event.SubnetEvent.FrameReset;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.SwitchesPlaced;
import io.dateline.persistence.event.SubnetEvent.TreeLearnt;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import io.dateline.sm.cli.remote.RoutingWords;
import io.dateline.sm.discover.NodeBook;
import io.dateline.sm.replica.Histories;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A torus of 4x3 with one switch without a place, one misplaced, and one that is gone. */
class RoutingReportTest {
  private static final long GONE = 0xdead;

  private final Fabric fabric =
      Histories.swept(TopologySpec.parse("torus:4x3").generate()).fabric();

  private EngineComparison comparison = EngineComparison.NONE;

  private SubnetState state() {
    TorusShape shape = new TorusShape(List.of(4, 3, 1), List.of(true, false, true));
    long[] guids = new long[fabric.switchCount()];
    int[] places = new int[guids.length];
    for (int node = 0; node < guids.length; node++) {
      guids[node] = fabric.nodeGuid(node);
      String[] words = fabric.description(node).split("_", -1);
      places[node] = shape.place(Integer.parseInt(words[1]), Integer.parseInt(words[2]), 0);
    }
    guids[5] = GONE; // instead of another one
    return SubnetState.EMPTY
        .apply(
            NodeBook.EMPTY
                .changesTo(
                    Histories.swept(TopologySpec.parse("torus:4x3").generate()),
                    Silence.NONE,
                    3,
                    "test",
                    1)
                .orElseThrow())
        .apply(new DatelineFixed(shape, "test", 1))
        .apply(new SwitchesPlaced(guids, places, "test", 1))
        .apply(
            new RoutingPlanned(
                3,
                7,
                "torus-2QoS",
                "qos TRUE",
                "0123456789abcdef01",
                12,
                24,
                "a test",
                1,
                List.of(),
                "0a",
                comparison,
                0))
        .apply(new RoutingActivated(3, "test", 2));
  }

  @Test
  void shouldTellWhatEnginesWereCompared() throws Exception {
    comparison =
        new EngineComparison(
            2,
            List.of(
                Candidate.of("torus-2QoS", new RoutingFigures(552, true, 61, 300, 21)),
                Candidate.out("lash", "too few lanes")),
            List.of(new EngineComparison.Trial("lash", 0x1a)),
            List.of(new EngineComparison.LeftOut(0x2b, "has not answered")));
    assertThat(RoutingWords.of(json(state())))
        .contains(
            """
            compared at generation 2:
              torus-2QoS: 552 pairs served; no credit loop; bandwidth 61 %, 3.00 hops, 21 paths on the busiest channel
              lash: too few lanes; tried by the node of port 0x000000000000001a
              the node of port 0x000000000000002b is left out: it has not answered
            """);
  }

  private static JsonNode json(SubnetState state) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    return mapper.readTree(
        mapper.writeValueAsBytes(RoutingReport.of(state, generation -> Map.of(2L, 0x1aL))));
  }

  @Test
  void shouldTellWhereEverySwitchIs() throws Exception {
    JsonNode report = json(state());

    assertThat(report.path("engine").asText()).isEqualTo("torus-2QoS");
    JsonNode torus = report.path("torus");
    assertThat(torus.path("switches")).hasSize(12);
    for (JsonNode placed : torus.path("switches")) {
      if (placed.path("isThere").asBoolean()) {
        assertThat(placed.path("description").asText())
            .isEqualTo(
                "sw_%d_%d_0"
                    .formatted(
                        placed.path("place").path(0).asInt(),
                        placed.path("place").path(1).asInt()));
      } else {
        assertThat(placed.path("guid").asText()).isEqualTo(Guid.format(GONE));
      }
    }
    assertThat(torus.path("unplaced")).hasSize(1);
    assertThat(torus.path("unplaced").path(0).path("guid").asText())
        .isEqualTo(Guid.format(fabric.nodeGuid(5)));
    assertThat(torus.path("strays"))
        .as("the cables of the switch without a place, and around y, which is open")
        .hasSize(4 + 4 - 1);
    assertThat(torus.path("dimensions").toString())
        .isEqualTo(
            "[{\"name\":\"x\",\"radix\":4,\"looped\":true,\"dateline\":[3,0]},"
                + "{\"name\":\"y\",\"radix\":3,\"looped\":false,\"dateline\":[]}]");
  }

  @Test
  void shouldBeReadable() throws Exception {
    String text = RoutingWords.of(json(state()));

    assertThat(text)
        .startsWith(
            "generation 3 routed by torus-2QoS, tables 0123456789abcdef, active since"
                + " 1970-01-01T00:00:00.002Z (a test)\noptions: qos TRUE\ntorus ")
        .contains(": x radix 4, dateline between 3 and 0; y radix 3, open\n")
        .contains("  (0,0,0) ")
        .contains(" \"sw_3_2_0\"\n")
        .contains(Guid.format(GONE) + " is not there\n")
        .contains("  without a place: " + Guid.format(fabric.nodeGuid(5)))
        .contains("  cable that fits nowhere: ");
  }

  @Test
  void shouldTellWhichStepsOfAChainAreInForce() throws Exception {
    byte[] steps =
        ChainMemory.EMPTY
            .with(2, new ChainMemory.Step("ftree", true, EngineMemory.NONE))
            .with(7, new ChainMemory.Step("torus-2QoS", false, EngineMemory.NONE))
            .toBytes();

    assertThat(RoutingWords.of(json(state().apply(new ChainLearnt(steps, "test", 1)))))
        .contains(
            """
            step 2 of the chain: ftree, in force, routed by the node of port 0x000000000000001a
            step 7 of the chain: torus-2QoS, not in force
            """);
  }

  @Test
  void shouldTellWhereSwitchesAreInATree() throws Exception {
    long here = fabric.nodeGuid(2);
    SubnetState state =
        state()
            .apply(new FrameReset("test", 1))
            .apply(
                new TreeLearnt(
                    new long[] {here, GONE},
                    new int[] {0, 2},
                    new long[] {GONE},
                    new long[0],
                    "test",
                    1));

    assertThat(RoutingWords.of(json(state)))
        .contains(
            """
            tree:
              level 2: 0x000000000000dead is not there
              level 0: %s "%s"
              root: 0x000000000000dead is not there
              without a level: %s "%s"
            """
                .formatted(
                    Guid.format(here),
                    fabric.description(2),
                    Guid.format(fabric.nodeGuid(0)),
                    fabric.description(0)));
  }

  @Test
  void shouldTellOfNoTorusWhereThereIsNone() throws Exception {
    JsonNode reset = json(state().apply(new FrameReset("test", 1)));
    assertThat(reset.has("torus")).isFalse();
    assertThat(reset.has("tree")).isFalse();
    assertThat(reset.path("generation").asLong()).isEqualTo(3);
    assertThat(RoutingWords.of(json(SubnetState.EMPTY))).isEqualTo("not routed yet\n");
  }
}
