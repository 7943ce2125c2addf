package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TorusOptions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stays of a torus that was laid out, and then refused. */
class LearntPlacesTest {
  private static final TorusShape SHAPE = TestTorus.shape("6 5 1");
  private static final int SEED = SHAPE.place(0, 3, 0);
  private static final int NEW = SHAPE.place(4, 1, 0);

  private final TestTorus torus = new TestTorus(SHAPE, 11);
  private final TorusConf conf = torus.conf(SEED);
  private final TorusFrame whole =
      FrameSearchTest.found(FrameSearch.find(torus.build(), conf, Optional.empty())).frame();

  private RoutingOutcome route(EngineMemory memory, TorusConf now) {
    Fabric fabric = torus.build();
    RoutingOptions options =
        RoutingOptions.DEFAULTS.with(new TorusOptions(Optional.of(now))).with(LaneOptions.QOS);
    return new TorusEngine(1)
        .route(new RoutingRequest(fabric, Net.lids(fabric, 0), options, null, memory));
  }

  private EngineMemory learnt(EngineMemory memory) {
    return learnt(memory, conf);
  }

  private EngineMemory learnt(EngineMemory memory, TorusConf now) {
    RoutingOutcome outcome = route(memory, now);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Refused.class);
    return ((RoutingOutcome.Refused) outcome).memory();
  }

  /** The x ring at y=2, in two pieces. */
  private void breakRing() {
    torus.loseCable(SHAPE.place(1, 2, 0), 0).loseCable(SHAPE.place(4, 2, 0), 0);
  }

  private void mendRing() {
    torus.addCable(SHAPE.place(1, 2, 0), SHAPE.place(2, 2, 0));
    torus.addCable(SHAPE.place(4, 2, 0), SHAPE.place(5, 2, 0));
  }

  private static EngineMemory memory(TorusFrame frame) {
    return EngineMemory.NONE.with(Optional.of(frame));
  }

  private TorusFrame without(int place) {
    return whole.of(guid -> guid != torus.guidAt(place));
  }

  @Test
  void shouldLayTheTorusOutOnceThoughARingIsInPieces() {
    breakRing();

    EngineMemory learnt = learnt(EngineMemory.NONE);

    assertThat(learnt.torus()).contains(whole);
    mendRing();
    torus.named(SEED).forEach(torus::loseSwitch);
    torus.findSwitch(SHAPE.place(0, 4, 0)).findSwitch(SHAPE.place(0, 3, 0));
    assertThat(route(EngineMemory.NONE, conf)).isInstanceOf(RoutingOutcome.Refused.class);
    assertThat(((RoutingOutcome.Routed) route(learnt, conf)).memory()).isEqualTo(learnt);
  }

  /** Its neighbours, of which nothing is left by the time that the ring is whole, told it. */
  @Test
  void shouldKnowASwitchAgainThatWasSeenFirstBesideARingInPieces() {
    breakRing();

    EngineMemory learnt = learnt(memory(without(NEW)));

    assertThat(learnt.torus()).contains(whole);
  }

  @Test
  void shouldLearnNothingWhereNothingIsNew() {
    breakRing();

    assertThat(learnt(memory(whole))).isEqualTo(EngineMemory.NONE);
  }

  /** The tables in the switches are those of the switch that was there. */
  @Test
  void shouldTakeAPlaceFromNobodyBeforeItIsRouted() {
    breakRing();
    torus.replace(NEW, 0x9999);
    assertThat(learnt(memory(whole))).isEqualTo(EngineMemory.NONE);

    mendRing();
    TorusFrame routed =
        ((RoutingOutcome.Routed) route(memory(whole), conf)).memory().torus().orElseThrow();
    assertThat(routed.place(0x9999)).isEqualTo(NEW);
    assertThat(routed.nodeGuids()).hasSize(30);
  }

  @Test
  void shouldLearnNothingOfAFirstLayoutThatACableContradicts() {
    breakRing();
    torus.addCable(SHAPE.place(1, 1, 0), SHAPE.place(3, 4, 0));

    assertThat(learnt(EngineMemory.NONE)).isEqualTo(EngineMemory.NONE);
    assertThat(learnt(memory(without(NEW))).torus()).as("where the torus is known").contains(whole);
  }

  /** Whoever corrects the file may correct its seeds as well. */
  @Test
  void shouldLearnNothingOfAFileThatIsWrong() {
    TorusConf wrong = new TorusConf(SHAPE, conf.seeds(), 16, List.of(99), 32);

    assertThat(learnt(EngineMemory.NONE, wrong)).isEqualTo(EngineMemory.NONE);
  }

  @Test
  void shouldLearnNothingWhereNobodyOfTheFrameIsLeft() {
    breakRing();
    TorusFrame strangers = TorusFrame.empty(SHAPE).with(new long[] {0x77, 0x78}, new int[] {0, 1});

    assertThat(learnt(memory(strangers))).isEqualTo(EngineMemory.NONE);
  }
}
