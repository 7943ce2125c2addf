package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.routing.actors.programmer.Work.Kind;
import org.junit.jupiter.api.Test;

final class TurnsTest {
  private static final long FIRST = Turns.before(3) + 1;

  private final Turns turns = new Turns();

  private boolean isPast(long switchGuid, Kind kind, long turn) {
    return turns.objection(switchGuid, kind, turn).isPresent();
  }

  @Test
  void shouldTellWhichQuestionsAreFollowedByOthersOfTheirKindToTheirSwitch() {
    turns.asked(10, Kind.UNICAST, FIRST + 1);

    assertThat(isPast(10, Kind.UNICAST, FIRST)).isTrue();
    assertThat(isPast(10, Kind.UNICAST, FIRST + 1)).isFalse();
    assertThat(isPast(10, Kind.MULTICAST, FIRST)).isFalse();
    assertThat(isPast(11, Kind.UNICAST, FIRST)).isFalse();
    turns.asked(10, Kind.UNICAST, FIRST);
    assertThat(isPast(10, Kind.UNICAST, FIRST)).as("noted late").isTrue();
  }

  @Test
  void shouldTellWhichQuestionsAreOfAnEarlierTerm() {
    turns.asked(10, Kind.UNICAST, FIRST);
    assertThat(isPast(11, Kind.MULTICAST, Turns.before(2) + 99)).isTrue();
    turns.termBegan(4);
    turns.termBegan(2);

    assertThat(turns.objection(10, Kind.UNICAST, FIRST))
        .contains("it is of term 3, and term 4 has begun");
    assertThat(isPast(10, Kind.UNICAST, Turns.before(4) + 1)).isFalse();
  }

  @Test
  void shouldObjectToNothingThatHasNoTurn() {
    turns.asked(10, Kind.UNICAST, FIRST);

    assertThat(isPast(10, Kind.UNICAST, Turns.UNKNOWN)).isFalse();
    turns.asked(10, Kind.UNICAST, Turns.UNKNOWN);
    assertThat(isPast(10, Kind.UNICAST, FIRST - 1)).isTrue();
  }
}
