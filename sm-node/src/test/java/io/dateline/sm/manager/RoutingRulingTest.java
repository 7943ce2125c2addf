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
  private static final RoutingCheck NO_LOOP =
      new RoutingCheck(Optional.empty(), false, Optional.empty(), 0);
  private static final RoutingCheck LOOP =
      new RoutingCheck(Optional.empty(), true, Optional.empty(), 0);

  @Test
  void shouldAcceptWhatBothFindAcyclic() {
    assertThat(RoutingRuling.onClaim(NO_LOOP, ACYCLIC))
        .isEqualTo(new Accepted(Optional.of(ACYCLIC)));
  }

  @Test
  void shouldAcceptACreditLoopOfAnEngineThatClaimsNothing() {
    assertThat(RoutingRuling.onNoClaim(LOOP)).isEqualTo(new Accepted(Optional.empty()));
  }

  @Test
  void shouldRefuteAnEngineThatClaimsWhatIsNotSo() {
    assertThat(RoutingRuling.onClaim(LOOP, CYCLIC))
        .isEqualTo(
            new EngineRefuted(
                "it claims that no credit loop can form, and one can: s1 -> s2, then s2 -> s1"));
  }

  @Test
  void shouldTrustNobodyWhereTheyDisagree() {
    assertThat(((Unsettled) RoutingRuling.onClaim(LOOP, ACYCLIC)).reason())
        .isEqualTo(
            "this is a bug: the judge finds a credit loop in the tables 00ff, the layer assigner"
                + " finds none");
    assertThat(((Unsettled) RoutingRuling.onClaim(NO_LOOP, CYCLIC)).reason())
        .isEqualTo(
            "this is a bug: the judge finds no credit loop in the tables 00ff, the layer assigner"
                + " finds one: s1 -> s2, then s2 -> s1");
  }

  @Test
  void shouldLetTheJudgeObjectFirst() {
    RoutingCheck objection =
        new RoutingCheck(Optional.of("packets loop"), true, Optional.empty(), 0);
    EngineRefuted rejected = new EngineRefuted("the judge rejects the routing: packets loop");

    assertThat(RoutingRuling.onClaim(objection, ACYCLIC)).isEqualTo(rejected);
    assertThat(RoutingRuling.onNoClaim(objection)).isEqualTo(rejected);
  }

  @Test
  void shouldAcceptNoClaimWhoseLayersAreNotKnown() {
    assertThat(RoutingRuling.onClaim(NO_LOOP, new NotProven(7, "it stopped")))
        .isEqualTo(new Unsettled("its layers are not known: it stopped"));
    assertThat(RoutingRuling.onClaim(NO_LOOP, new UnknownRouting(7, "00ff")))
        .isEqualTo(
            new Unsettled(
                "the layer assigner's node does not know the tables 00ff of generation 7"));
  }
}
