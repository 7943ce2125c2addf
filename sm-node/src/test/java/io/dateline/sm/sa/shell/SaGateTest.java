package io.dateline.sm.sa.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.fair.QuotaLedger.Offender;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.SaEvent;
import io.dateline.sm.sa.shell.SubnetAdministrator.Command;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

class SaGateTest {
  private static final int PORT_MAX = 1000;

  private final ArrayDeque<Command> mailbox = new ArrayDeque<>();
  private final SaCounters counters = new SaCounters();
  private final Fairness fairness =
      new Fairness(new QuotaSettings(PORT_MAX, Integer.MAX_VALUE, 0, 1, 0, 1));
  private final SaGate gate = new SaGate(mailbox::add, counters, fairness);

  private void offer(int lid, int count) {
    for (int i = 0; i < count; i++) {
      gate.offer(new MadPacket(new Mad(), 1, lid, 1, 0));
    }
  }

  private int take() {
    mailbox.remove();
    return gate.take().orElseThrow().remoteLid();
  }

  @Test
  void shouldFillTheMailboxToItsBoundAndCountTheRestOfAFlood() {
    int ports = SaGate.WAITING_MAX / PORT_MAX + 10;
    for (int lid = 1; lid <= ports; lid++) {
      offer(lid, PORT_MAX);
    }
    assertThat(mailbox).hasSize(SaGate.WAITING_MAX);
    assertThat(counters.get(SaEvent.OVERRUN)).isEqualTo(ports * PORT_MAX - SaGate.WAITING_MAX);
  }

  @Test
  void shouldMakeRoomForOneWithEveryPacketThatIsTaken() {
    offer(4, PORT_MAX + 5);
    for (int i = 0; i < 3; i++) {
      take();
    }
    offer(4, 4);
    assertThat(mailbox).hasSize(PORT_MAX);
    assertThat(counters.get(SaEvent.OVERRUN)).isEqualTo(5 + 1);
  }

  @Test
  void shouldServeAPortThatComesAfterAFloodOfAnotherAtOnce() {
    offer(4, 1_000_000);
    offer(5, 1);
    assertThat(take()).isEqualTo(4);
    assertThat(take()).isEqualTo(5);
  }

  @Test
  void shouldLetAPortInThoughOthersHaveFilledTheQueue() {
    int ports = SaGate.WAITING_MAX / PORT_MAX + 1;
    for (int lid = 1; lid <= ports; lid++) {
      offer(lid, PORT_MAX);
    }
    long dropped = counters.get(SaEvent.OVERRUN);
    offer(ports + 1, 1);
    assertThat(counters.get(SaEvent.OVERRUN)).as("one of somebody else's").isEqualTo(dropped + 1);
    assertThat(mailbox).hasSize(SaGate.WAITING_MAX);
    for (int lid = 1; lid <= ports; lid++) {
      take();
    }
    assertThat(take()).isEqualTo(ports + 1);
  }

  @Test
  void shouldNameThePortThatIsRefusedMost() {
    offer(4, PORT_MAX + 1);
    offer(5, PORT_MAX + 7);
    assertThat(fairness.ledger().top())
        .containsExactly(new Offender(Quota.WAITING, 5, 7), new Offender(Quota.WAITING, 4, 1));
  }
}
