package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrapGateTest {
  private final List<SmCommand> mailbox = new ArrayList<>();
  private final TrapGate gate = new TrapGate(mailbox::add);

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

  @Test
  void aSweepTakesThePlaceOfALook() {
    gate.offer(new SmCommand.LookAround());
    gate.offer(new SmCommand.Sweep("trap 128"));
    gate.offer(new SmCommand.LookAround());
    assertThat(mailbox).hasSize(1);
    assertThat(gate.take()).isEqualTo(new SmCommand.Sweep("trap 128"));
  }
}
