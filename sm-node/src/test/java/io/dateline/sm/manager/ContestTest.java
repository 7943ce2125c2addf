package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContestTest {
  private final Contest contest =
      new Contest(List.of("updn", "lash", "dor", "nue"), List.of(new Refusal("ftree", "no tree")));

  private Optional<String> routes(String engine, int bandwidth) {
    assertThat(contest.next()).contains(engine);
    contest.examine(new Computed(1, engine, "d-" + engine, 1, 1, false));
    return contest.judged(
        new RoutingCheck(
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.of(new RoutingFigures(100, true, bandwidth, 300, 9))));
  }

  @Test
  void shouldKeepTheBestRoutingAndNoOther() {
    assertThat(routes("updn", 40)).as("the first one is kept").isEmpty();
    contest.out("too few lanes");
    assertThat(routes("dor", 50)).as("is better").contains("updn");
    assertThat(routes("nue", 50)).as("is no better").contains("nue");
    assertThat(contest.next()).isEmpty();
    assertThat(contest.isOpen()).isTrue();
    assertThat(contest.decide().orElseThrow().computed().engine()).isEqualTo("dor");
    assertThat(contest.isOpen()).isFalse();
    assertThat(contest.candidates())
        .extracting(Candidate::engine)
        .containsExactly("ftree", "updn", "lash", "dor", "nue");
    assertThat(contest.candidates().get(2).reason()).isEqualTo("too few lanes");
  }

  @Test
  void shouldHaveNoWinnerWhereNoneMayBeUsed() {
    Contest rejected = new Contest(List.of("updn"), List.of());
    rejected.examine(new Computed(1, "updn", "d", 1, 1, false));
    assertThat(
            rejected.judged(new RoutingCheck(Optional.of("packets loop"), false, Optional.empty())))
        .as("is not needed")
        .contains("updn");
    assertThat(rejected.decide()).isEmpty();
    assertThat(rejected.candidates())
        .containsExactly(Candidate.out("updn", "the judge rejects the routing: packets loop"));
  }

  private static CandidateTrial.Routed elsewhere(String engine, int bandwidth) {
    return new CandidateTrial.Routed(
        "d-" + engine, new RoutingFigures(100, true, bandwidth, 300, 9));
  }

  @Test
  void shouldShareEnginesWithOtherNodesAndProveTheBestOne() {
    assertThat(contest.share(List.of(7L, 8L)))
        .containsExactly(Map.entry("lash", 7L), Map.entry("dor", 8L));
    assertThat(routes("updn", 40)).isEmpty();
    assertThat(contest.isAway("lash", 7)).isTrue();
    assertThat(contest.isAway("lash", 8)).isFalse();
    assertThat(contest.tried("lash", 7, elsewhere("lash", 50))).isEmpty();
    assertThat(contest.tried("dor", 8, new CandidateTrial.Unable("it lags"))).contains("it lags");
    assertThat(contest.isAwaiting()).isFalse();
    assertThat(routes("nue", 30)).contains("nue");
    assertThat(routes("dor", 30)).contains("dor");

    assertThat(contest.next()).isEmpty();
    assertThat(contest.provesBest()).isTrue();
    assertThat(routes("lash", 50)).as("is better").contains("updn");
    assertThat(contest.provesBest()).as("it is").isFalse();
    assertThat(contest.decide().orElseThrow().computed().engine()).isEqualTo("lash");
    assertThat(contest.candidates())
        .as("in the order of the list")
        .extracting(Candidate::engine)
        .containsExactly("ftree", "updn", "lash", "dor", "nue");
  }

  @Test
  void shouldLeaveOutANodeThatComputesOtherTables() {
    contest.share(List.of(7L));
    contest.tried("lash", 7, elsewhere("lash", 90));
    contest.tried("nue", 7, elsewhere("nue", 20));
    routes("updn", 40);
    routes("dor", 30);
    assertThat(contest.provesBest()).isTrue();
    Computed here = new Computed(1, "lash", "other", 1, 1, false);
    assertThat(contest.difference(here))
        .contains(new Contest.Difference("lash", 7, "d-lash", "other"));
    assertThat(routes("lash", 30)).contains("lash");
    assertThat(routes("nue", 60)).as("was told with less").contains("updn");
    assertThat(contest.provesBest()).isFalse();
    assertThat(contest.decide().orElseThrow().computed().engine()).isEqualTo("nue");
  }

  @Test
  void shouldTakeBackWhatAnotherNodeIsSlowWith() {
    contest.share(List.of(7L));
    routes("updn", 40);
    routes("dor", 30);
    assertThat(contest.next()).isEmpty();
    contest.takeBack();
    assertThat(contest.isAway("nue", 7)).isFalse();
    assertThat(routes("nue", 50)).contains("updn");
    assertThat(contest.isAwaiting()).as("lash").isTrue();
  }

  @Test
  void shouldComputeAgainWhatTheJudgeElsewhereRejects() {
    contest.share(List.of(7L));
    contest.tried("lash", 7, new CandidateTrial.Rejected("d-lash", "packets loop"));
    routes("updn", 40);
    routes("dor", 30);
    assertThat(contest.next()).contains("lash");
    assertThat(contest.difference(new Computed(1, "lash", "other", 1, 1, false))).isPresent();
  }
}
