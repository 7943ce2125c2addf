package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.sa.SubnetAdministrator.Command;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

class SaGateTest {
  private final ArrayDeque<Command> mailbox = new ArrayDeque<>();
  private final SaCounters counters = new SaCounters();
  private final SaGate gate = new SaGate(mailbox::add, counters);
  private final MadPacket packet = new MadPacket(new Mad(), 1, 4, 1, 0);

  private void offer(int count) {
    for (int i = 0; i < count; i++) {
      gate.offer(packet);
    }
  }

  @Test
  void aFloodFillsTheMailboxToItsBoundAndTheRestIsCounted() {
    offer(1_000_000);
    assertThat(mailbox).hasSize(SaGate.WAITING_MAX);
    assertThat(counters.get(SaEvent.OVERRUN)).isEqualTo(1_000_000 - SaGate.WAITING_MAX);
  }

  @Test
  void everyPacketThatIsTakenMakesRoomForOne() {
    offer(SaGate.WAITING_MAX + 5);
    for (int i = 0; i < 3; i++) {
      mailbox.remove();
      gate.taken();
    }
    offer(4);
    assertThat(mailbox).hasSize(SaGate.WAITING_MAX);
    assertThat(counters.get(SaEvent.OVERRUN)).isEqualTo(5 + 1);
  }
}
