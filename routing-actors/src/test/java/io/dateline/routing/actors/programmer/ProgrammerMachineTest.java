package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.persistence.event.LftEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgrammerMachineTest {
  private static final int BLOCKS = 10;
  private static final int OUTSTANDING_MAX = 4;

  private final FakeSwitch fake = new FakeSwitch();
  private final List<ProgrammingRun> answered = new ArrayList<>();
  private final List<ProgrammerReply> replies = new ArrayList<>();
  private final ProgrammerMachine machine =
      new ProgrammerMachine(
          7,
          fake,
          new ProgrammerSettings(OUTSTANDING_MAX, BLOCKS, Duration.ofHours(1)),
          fake.turns,
          answered::add);
  private LftState state = LftState.EMPTY;

  private void take(List<LftEvent> facts) {
    for (LftEvent fact : facts) {
      state = state.apply(fact);
    }
    if (!facts.isEmpty()) {
      machine.taken(state);
    }
  }

  private void settle() {
    while (!answered.isEmpty()) {
      take(machine.settle(answered.removeFirst(), 0));
    }
  }

  private void order(long generation, long turn) {
    UnicastWork work =
        new UnicastWork(generation, BLOCKS * 64 - 1, new byte[BLOCKS * 64], /* forget= */ false);
    take(
        machine.take(
            state, new ProgrammerMachine.Order(work, turn, fake.reach(), replies::add), 0));
  }

  /** Its key is refused in silence: each block would be given up after all its tries. */
  @Test
  void shouldSendNothingMoreInATermThatIsOver() {
    fake.hold();
    order(1, Turns.before(1) + 1);
    fake.releaseHeld(); // LinearFDBTop
    settle();
    assertThat(fake.heldCount()).isEqualTo(OUTSTANDING_MAX);
    int sent = fake.sent.size();

    fake.turns.termBegan(2);
    fake.releaseHeld();
    settle();

    assertThat(fake.sent).hasSize(sent);
    assertThat(machine.isIdle()).isTrue();
    assertThat(replies).singleElement().isInstanceOf(ProgrammerReply.ProgrammingFailed.class);

    fake.release();
    order(2, Turns.before(2) + 1);
    settle();
    assertThat(replies.getLast()).isInstanceOf(ProgrammerReply.Programmed.class);
    assertThat(
            fake.sent.stream()
                .filter(mad -> mad.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE))
        .as("what was acknowledged is not sent again")
        .hasSize(BLOCKS);
  }
}
