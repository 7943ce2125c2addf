package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.persistence.event.EngineComparison.Trial;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ContestTest {
  private static final List<String> ENGINES = List.of("updn", "lash", "dor", "nue");

  private static Contest contest(long... others) {
    return new Contest(
        ENGINES,
        List.of(new Refusal("ftree", "no tree")),
        LongStream.of(others).boxed().toList(),
        Optional.empty());
  }

  private static RoutingFigures figures(int bandwidth) {
    return new RoutingFigures(100, true, bandwidth, 300, 9);
  }

  /** Its tables' digest is {@code d-} and its name. */
  private static Contest.Outcome routes(Contest contest, String engine, int bandwidth) {
    assertThat(contest.next()).contains(engine);
    return routed(contest, engine, bandwidth);
  }

  private static Contest.Outcome routed(Contest contest, String engine, int bandwidth) {
    contest.examine(new Computed(1, engine, "d-" + engine, 1, 1, false));
    return contest.judged(
        new RoutingCheck(
            Optional.empty(), false, Optional.empty(), 0, Optional.of(figures(bandwidth))));
  }

  private static CandidateTrial.Routed elsewhere(String engine, int bandwidth) {
    return new CandidateTrial.Routed("d-" + engine, figures(bandwidth));
  }

  private static final CandidateTrial.Answer OUT = new CandidateTrial.Out("too few lanes");

  private static String winner(Contest contest) {
    return contest.decide().orElseThrow().computed().engine();
  }

  @Test
  void shouldKeepTheBestRoutingAndNoOther() {
    Contest contest = contest();
    assertThat(routes(contest, "updn", 40).notNeeded()).as("the first one is kept").isEmpty();
    assertThat(contest.next()).contains("lash");
    contest.gaveUp("too few lanes");
    assertThat(routes(contest, "dor", 50).notNeeded()).as("is better").contains("updn");
    assertThat(routes(contest, "nue", 50).notNeeded()).as("is no better").contains("nue");
    assertThat(contest.next()).isEmpty();
    assertThat(contest.isOpen()).isTrue();
    assertThat(winner(contest)).isEqualTo("dor");
    assertThat(contest.isOpen()).isFalse();
    assertThat(contest.candidates())
        .extracting(Candidate::engine)
        .containsExactly("ftree", "updn", "lash", "dor", "nue");
    assertThat(contest.candidates().get(2).reason()).isEqualTo("too few lanes");
    assertThat(contest.elsewhere()).isEmpty();
  }

  @Test
  void shouldHaveNoWinnerWhereNoneMayBeUsed() {
    Contest rejected = new Contest(List.of("updn"), List.of(), List.of(), Optional.empty());
    rejected.next();
    rejected.examine(new Computed(1, "updn", "d", 1, 1, false));
    assertThat(
            rejected
                .judged(new RoutingCheck(Optional.of("packets loop"), false, Optional.empty(), 0))
                .notNeeded())
        .contains("updn");
    assertThat(rejected.decide()).isEmpty();
    assertThat(rejected.candidates())
        .containsExactly(Candidate.out("updn", "the judge rejects the routing: packets loop"));
  }

  @Test
  void shouldShareEnginesWithOtherNodesAndProveTheBestOne() {
    Contest contest = contest(8, 7);
    assertThat(contest.next()).contains("updn");
    assertThat(contest.share()).containsExactly(Map.entry("lash", 7L), Map.entry("dor", 8L));
    assertThat(contest.share()).as("one at a time").isEmpty();
    routed(contest, "updn", 40);
    assertThat(contest.tried("lash", 8, OUT)).as("it was not asked").isEmpty();
    assertThat(contest.tried("lash", 7, elsewhere("lash", 50))).isEmpty();
    assertThat(contest.tried("dor", 8, new CandidateTrial.Unable("it lags"))).contains("it lags");
    assertThat(contest.share()).as("not to one that lags").containsExactly(Map.entry("nue", 7L));
    contest.tried("nue", 7, elsewhere("nue", 20));
    assertThat(contest.isAwaiting()).isFalse();
    assertThat(routes(contest, "dor", 30).notNeeded()).contains("dor");

    assertThat(contest.next()).isEmpty();
    assertThat(contest.provesBest()).isTrue();
    Contest.Outcome proof = routes(contest, "lash", 50);
    assertThat(proof.notNeeded()).as("is better").contains("updn");
    assertThat(proof.difference()).isEmpty();
    assertThat(contest.provesBest()).as("it is").isFalse();
    assertThat(winner(contest)).isEqualTo("lash");
    assertThat(contest.candidates())
        .as("in the order of the list")
        .extracting(Candidate::engine)
        .containsExactly("ftree", "updn", "lash", "dor", "nue");
    assertThat(contest.elsewhere()).containsExactly(new Trial("lash", 7), new Trial("nue", 7));
  }

  /** One that is wrong may have been wrong of the others, and will be of the next one. */
  @Test
  void shouldBelieveNothingOfANodeThatHasFoundSomethingElse() {
    Contest contest = contest(7);
    contest.next();
    contest.share();
    contest.tried("lash", 7, elsewhere("lash", 90));
    contest.share();
    contest.tried("dor", 7, OUT);
    contest.share();
    routed(contest, "updn", 40);
    assertThat(contest.isAwaiting()).as("nue").isTrue();
    contest.takeBack();
    contest.tried("nue", 7, elsewhere("nue", 20));
    assertThat(contest.provesBest()).isTrue();
    assertThat(contest.next()).contains("lash");
    contest.examine(new Computed(1, "lash", "other", 1, 1, false));
    Optional<Contest.Difference> difference =
        contest
            .judged(
                new RoutingCheck(
                    Optional.empty(), false, Optional.empty(), 0, Optional.of(figures(30))))
            .difference();
    assertThat(difference)
        .contains(
            new Contest.Difference(
                "lash", 7, elsewhere("lash", 90), new CandidateTrial.Routed("other", figures(30))));
    assertThat(contest.elsewhere()).isEmpty();
    assertThat(routes(contest, "dor", 60).notNeeded()).as("was told to refuse").contains("updn");
    routes(contest, "nue", 70);
    assertThat(contest.next()).isEmpty();
    assertThat(contest.provesBest()).isFalse();
    assertThat(contest.share()).isEmpty();
    assertThat(winner(contest)).isEqualTo("nue");
  }

  @Test
  void shouldAskHereWhatADoubtedNodeIsStillBusyWith() {
    Contest contest = contest(7);
    contest.next();
    contest.share();
    contest.tried("lash", 7, new CandidateTrial.Rejected("d-lash", "packets loop"));
    assertThat(contest.share()).containsExactly(Map.entry("dor", 7L));
    routed(contest, "updn", 40);
    assertThat(routes(contest, "lash", 30).difference()).as("the same tables").isPresent();
    assertThat(contest.isAwaiting()).isFalse();
    contest.tried("dor", 7, elsewhere("dor", 99));
    routes(contest, "dor", 30);
    routes(contest, "nue", 30);
    assertThat(winner(contest)).isEqualTo("updn");
  }

  @Test
  void shouldDoubtANodeWhoseEngineRoutesWhatItRefusesHere() {
    Contest contest = contest(7);
    contest.next();
    contest.share();
    contest.tried("lash", 7, elsewhere("lash", 90));
    routed(contest, "updn", 40);
    routes(contest, "dor", 30);
    routes(contest, "nue", 30);
    assertThat(contest.provesBest()).isTrue();
    contest.next();
    assertThat(contest.refused("too few lanes"))
        .contains(new Contest.Difference("lash", 7, elsewhere("lash", 90), OUT));
    assertThat(winner(contest)).isEqualTo("updn");
  }

  @Test
  void shouldNotDoubtANodeWhereAnEngineHangsHere() {
    Contest contest = contest(7);
    contest.next();
    contest.share();
    contest.tried("lash", 7, elsewhere("lash", 90));
    routed(contest, "updn", 40);
    contest.provesBest();
    assertThat(contest.next()).contains("lash");
    contest.gaveUp("it did not answer");
    assertThat(contest.elsewhere()).containsExactly(new Trial("lash", 7));
    assertThat(contest.candidates()).contains(Candidate.out("lash", "it did not answer"));
  }

  /** A node at fault may cost the best routing, and not the only one. */
  @Test
  void shouldAskHereWhatOthersRefusedWhereNoneHasARouting() {
    Contest contest = contest(7, 8);
    contest.next();
    contest.share();
    contest.tried("lash", 7, OUT);
    contest.tried("dor", 8, OUT);
    contest.refused("no root");
    contest.next();
    contest.refused("too few lanes");
    assertThat(contest.next()).isEmpty();
    assertThat(contest.provesBest()).isFalse();
    assertThat(contest.doubtRefusals()).containsExactly("lash", "dor");
    assertThat(contest.next()).contains("lash");
    assertThat(contest.refused("too few lanes")).as("it was right").isEmpty();
    assertThat(routes(contest, "dor", 30).difference()).as("it was not").isPresent();
    assertThat(contest.next()).isEmpty();
    assertThat(contest.doubtRefusals()).isEmpty();
    assertThat(winner(contest)).isEqualTo("dor");
    assertThat(contest.elsewhere()).containsExactly(new Trial("lash", 7));
  }

  @Test
  void shouldBelieveRefusalsWhereAnotherEngineHasARouting() {
    Contest contest = contest(7);
    contest.next();
    contest.share();
    contest.tried("lash", 7, OUT);
    routed(contest, "updn", 40);
    routes(contest, "dor", 30);
    routes(contest, "nue", 30);
    assertThat(contest.doubtRefusals()).isEmpty();
    assertThat(winner(contest)).isEqualTo("updn");
  }

  /** One that is wrong would have every path changed. */
  @Test
  void shouldAskHereForTheRoutingThatIsInForce() {
    Contest contest = new Contest(ENGINES, List.of(), List.of(7L), Optional.of("dor"));
    assertThat(contest.next()).contains("dor");
    assertThat(contest.share()).containsExactly(Map.entry("updn", 7L));
    contest.tried("updn", 7, OUT);
    assertThat(contest.share()).containsExactly(Map.entry("lash", 7L));
    routed(contest, "dor", 30);
    assertThat(contest.next()).contains("nue");
  }

  @Test
  void shouldTakeBackAllThatOthersAreSlowWith() {
    Contest contest = contest(7, 8);
    contest.next();
    contest.share();
    routed(contest, "updn", 40);
    routes(contest, "nue", 30);
    assertThat(contest.next()).isEmpty();
    assertThat(contest.isAwaiting()).isTrue();
    assertThat(contest.takeBack()).containsExactly("lash", "dor");
    assertThat(contest.isAwaiting()).isFalse();
    assertThat(contest.late()).containsExactlyInAnyOrder(7L, 8L);
    assertThat(contest.next()).contains("lash");
    contest.tried("dor", 8, elsewhere("dor", 20));
    assertThat(contest.late()).as("it was slow, no more").containsExactly(7L);
    contest.tried("lash", 7, elsewhere("lash", 99));
    assertThat(contest.late()).isEmpty();
    routed(contest, "lash", 35);
    assertThat(contest.next()).as("dor came after all").isEmpty();
    assertThat(winner(contest)).isEqualTo("updn");
  }

  @Test
  void shouldAskHereWhatANodeThatIsGoneWasAsked() {
    Contest contest = contest(7, 8);
    contest.next();
    contest.share();
    assertThat(contest.lost(8)).containsExactly("dor");
    assertThat(contest.isAwaiting()).as("lash").isTrue();
    contest.takeBack();
    contest.lost(7);
    assertThat(contest.late()).as("it cannot answer").isEmpty();
  }
}
