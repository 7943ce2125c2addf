package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.routing.actors.layer.LayerAssigner.NotProven;
import io.dateline.routing.actors.layer.LayerAssigner.Proven;
import io.dateline.routing.actors.layer.LayerAssigner.UnknownRouting;
import io.dateline.sm.manager.RoutingRuling.Accepted;
import io.dateline.sm.manager.RoutingRuling.EngineRefuted;
import io.dateline.sm.manager.RoutingRuling.Unsettled;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoutingRulingTest {
  private static final Proven ACYCLIC = new Proven(7, "00ff", 1, 12, 20, "");
  private static final Proven CYCLIC = new Proven(7, "00ff", 1, 12, 20, "s1 -> s2, then s2 -> s1");
  private static final RoutingCheck NO_LOOP = new RoutingCheck(Optional.empty(), false);
  private static final RoutingCheck LOOP = new RoutingCheck(Optional.empty(), true);

  @Test
  void shouldAcceptWhatBothFindAcyclic() {
    assertThat(RoutingRuling.on(NO_LOOP, ACYCLIC, true)).isEqualTo(new Accepted(ACYCLIC));
    assertThat(RoutingRuling.on(NO_LOOP, ACYCLIC, false)).isEqualTo(new Accepted(ACYCLIC));
  }

  @Test
  void shouldAcceptACreditLoopOfAnEngineThatClaimsNothing() {
    assertThat(RoutingRuling.on(LOOP, CYCLIC, false)).isEqualTo(new Accepted(CYCLIC));
  }

  @Test
  void shouldRefuteAnEngineThatClaimsWhatIsNotSo() {
    assertThat(RoutingRuling.on(LOOP, CYCLIC, true))
        .isEqualTo(
            new EngineRefuted(
                "it claims that no credit loop can form, and one can: s1 -> s2, then s2 -> s1"));
  }

  @Test
  void shouldTrustNobodyWhereTheyDisagree() {
    for (boolean claim : new boolean[] {true, false}) {
      assertThat(((Unsettled) RoutingRuling.on(LOOP, ACYCLIC, claim)).reason())
          .isEqualTo(
              "this is a bug: the judge finds a credit loop in the tables 00ff, the layer assigner"
                  + " finds none");
      assertThat(((Unsettled) RoutingRuling.on(NO_LOOP, CYCLIC, claim)).reason())
          .isEqualTo(
              "this is a bug: the judge finds no credit loop in the tables 00ff, the layer assigner"
                  + " finds one: s1 -> s2, then s2 -> s1");
    }
  }

  @Test
  void shouldLetTheJudgeObjectFirst() {
    RoutingCheck objection = new RoutingCheck(Optional.of("packets loop"), true);

    assertThat(RoutingRuling.on(objection, ACYCLIC, true))
        .isEqualTo(new Unsettled("the judge rejects the routing: packets loop"));
  }

  @Test
  void shouldAcceptNothingWhoseLayersAreNotKnown() {
    assertThat(RoutingRuling.on(NO_LOOP, new NotProven(7, "it stopped"), false))
        .isEqualTo(new Unsettled("its layers are not known: it stopped"));
    assertThat(RoutingRuling.on(NO_LOOP, new UnknownRouting(7, "00ff"), false))
        .isEqualTo(
            new Unsettled(
                "the layer assigner's node does not know the tables 00ff of generation 7"));
  }
}
