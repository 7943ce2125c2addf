package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrapGateTest {
  private final List<SmCommand> mailbox = new ArrayList<>();
  private long now = Long.MAX_VALUE - 10;
  private final TrapGate gate = new TrapGate(mailbox::add, () -> now);

  @Test
  void aFloodIsOneMessage() {
    for (int trap = 0; trap < 100_000; trap++) {
      gate.offer(new SmCommand.Sweep("trap " + trap));
    }
    assertThat(mailbox).hasSize(1);
    assertThat(gate.take()).isEqualTo(new SmCommand.Sweep("trap 0"));
  }

  @Test
  void aTrapAfterTheMessageWasTakenIsAnotherMessage() {
    gate.offer(new SmCommand.LookAround());
    gate.take();
    gate.offer(new SmCommand.LookAround());
    assertThat(mailbox).hasSize(2);
  }

  /** The manager may have been started anew, and what waited in its mailbox is lost. */
  @Test
  void aMessageThatIsNotTakenComesAgain() {
    gate.offer(new SmCommand.Sweep("trap 128"));
    now += Duration.ofSeconds(29).toNanos();
    gate.offer(new SmCommand.LookAround());
    assertThat(mailbox).hasSize(1);
    now += Duration.ofSeconds(1).toNanos();
    gate.offer(new SmCommand.LookAround());
    assertThat(mailbox).hasSize(2);
    assertThat(gate.take()).isEqualTo(new SmCommand.Sweep("trap 128"));
    assertThat(gate.take()).isNull();
  }

  @Test
  void aSweepTakesThePlaceOfALook() {
    gate.offer(new SmCommand.LookAround());
    gate.offer(new SmCommand.Sweep("trap 128"));
    gate.offer(new SmCommand.LookAround());
    assertThat(mailbox).hasSize(1);
    assertThat(gate.take()).isEqualTo(new SmCommand.Sweep("trap 128"));
  }
}
