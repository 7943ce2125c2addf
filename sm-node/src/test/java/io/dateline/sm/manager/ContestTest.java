package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import java.util.List;
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
}
