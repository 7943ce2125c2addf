package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.manager.SmStateMachine.Event;
import io.dateline.sm.manager.SmStateMachine.Step;
import io.dateline.sm.manager.SmStateMachine.Todo;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IBA Vol 1, 14.4.1: the states of a subnet manager. */
class SmStateMachineTest {
  private static final Map<SmState, Set<Event>> LEGAL =
      Map.of(
          SmState.NOT_ACTIVE,
          EnumSet.of(Event.STANDBY),
          SmState.DISCOVERING,
          EnumSet.of(Event.NOBODY_AHEAD, Event.RIVAL_AHEAD, Event.HANDOVER),
          SmState.STANDBY,
          EnumSet.of(
              Event.POLLING_ENDED,
              Event.DISCOVER,
              Event.HANDOVER,
              Event.HANDOVER_DECLINED,
              Event.ACKNOWLEDGE,
              Event.DISABLE),
          SmState.MASTER,
          EnumSet.of(Event.NOBODY_AHEAD, Event.HANDOVER_SENT, Event.HANDOVER, Event.POLLING_ENDED));

  @ParameterizedTest
  @CsvSource({
    "DISCOVERING, NOBODY_AHEAD, MASTER, GO_ON",
    "DISCOVERING, RIVAL_AHEAD, STANDBY, POLL",
    "DISCOVERING, HANDOVER, DISCOVERING, SWEEP",
    "STANDBY, POLLING_ENDED, DISCOVERING, SWEEP",
    "STANDBY, DISCOVER, DISCOVERING, SWEEP",
    "STANDBY, HANDOVER, MASTER, SWEEP",
    "STANDBY, HANDOVER_DECLINED, MASTER, GO_ON",
    "STANDBY, ACKNOWLEDGE, STANDBY, GO_ON",
    "STANDBY, DISABLE, NOT_ACTIVE, REST",
    "NOT_ACTIVE, STANDBY, STANDBY, POLL",
    "MASTER, NOBODY_AHEAD, MASTER, GO_ON",
    "MASTER, HANDOVER_SENT, STANDBY, POLL",
    "MASTER, HANDOVER, MASTER, SWEEP",
    "MASTER, POLLING_ENDED, MASTER, SWEEP"
  })
  void shouldGoFromStateToState(SmState now, Event event, SmState next, Todo todo) {
    assertThat(SmStateMachine.next(now, event)).contains(new Step(next, todo));
  }

  @Test
  void shouldKnowNoOtherWay() {
    Map<SmState, Set<Event>> found = new HashMap<>();
    for (SmState now : SmState.values()) {
      found.put(now, EnumSet.noneOf(Event.class));
      for (Event event : Event.values()) {
        if (SmStateMachine.next(now, event).isPresent()) {
          found.get(now).add(event);
        }
      }
    }
    assertThat(found).isEqualTo(LEGAL);
  }

  /** As OpenSM accepts them, so that neither waits for what the other refuses. */
  @ParameterizedTest
  @CsvSource({
    "NOT_ACTIVE, STANDBY",
    "DISCOVERING, HANDOVER",
    "STANDBY, HANDOVER ACKNOWLEDGE DISABLE DISCOVER",
    "MASTER, HANDOVER"
  })
  void shouldAcceptFromOthers(SmState now, String accepted) {
    for (SmControl control : SmControl.values()) {
      assertThat(SmStateMachine.accepts(now, control))
          .as("%s as %s", control, now)
          .isEqualTo(Set.of(accepted.split(" ", -1)).contains(control.name()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, HANDOVER, 3",
    "2, ACKNOWLEDGE, 2",
    "3, DISABLE, 3",
    "4, STANDBY, 3",
    "5, DISCOVER, 3"
  })
  void shouldTakeOrdersFromWhoMayGiveThem(int modifier, SmControl control, int senderState) {
    assertThat(SmControl.of(modifier)).contains(control);
    for (int state = 0; state < 4; state++) {
      assertThat(control.mayComeFrom(new SmInfo().smState(state))).isEqualTo(state == senderState);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "6", "-1"})
  void shouldKnowNoOtherModifier(int modifier) {
    assertThat(SmControl.of(modifier)).isEmpty();
  }
}
