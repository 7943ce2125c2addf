package io.dateline.sm.sa.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.ArrayList;
import java.util.List;
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

  /** LIDs of the packets that wait, in turn. */
  private List<Integer> served() {
    List<Integer> lids = new ArrayList<>();
    while (!mailbox.isEmpty()) {
      mailbox.remove();
      gate.serve(packet -> lids.add(packet.remoteLid()));
    }
    return lids;
  }

  @Test
  void shouldFillToItsBoundAndCountTheRestOfAFlood() {
    int ports = SaGate.WAITING_MAX / PORT_MAX + 10;
    for (int lid = 1; lid <= ports; lid++) {
      offer(lid, PORT_MAX);
    }
    assertThat(counters.get(SaEvent.OVERRUN)).isEqualTo(ports * PORT_MAX - SaGate.WAITING_MAX);
    assertThat(served()).hasSize(SaGate.WAITING_MAX);
  }

  @Test
  void shouldMakeRoomForOneWithEveryPacketThatIsTaken() {
    offer(4, PORT_MAX + 5);
    mailbox.remove();
    gate.serve(packet -> {});
    offer(4, SaGate.SERVED_MAX + 1);
    assertThat(counters.get(SaEvent.OVERRUN)).isEqualTo(5 + 1);
    assertThat(served()).hasSize(PORT_MAX);
  }

  @Test
  void shouldHaveOneMessageForAllThatWait() {
    offer(4, SaGate.SERVED_MAX + 2);
    offer(5, 1);
    assertThat(mailbox).hasSize(1);
    mailbox.remove();
    List<Integer> lids = new ArrayList<>();
    gate.serve(packet -> lids.add(packet.remoteLid()));
    assertThat(lids).hasSize(SaGate.SERVED_MAX);
    assertThat(mailbox).as("for the rest").hasSize(1);
    assertThat(served()).hasSize(3);
    offer(6, 1);
    assertThat(mailbox).as("for one that comes later").hasSize(1);
  }

  @Test
  void shouldServeOthersAfterOneThatFails() {
    offer(4, 2);
    mailbox.remove();
    assertThatThrownBy(
            () ->
                gate.serve(
                    packet -> {
                      throw new IllegalStateException("a packet that fails");
                    }))
        .hasMessage("a packet that fails");
    assertThat(served()).hasSize(1);
  }

  @Test
  void shouldServeAPortThatComesAfterAFloodOfAnotherAtOnce() {
    offer(4, 1_000_000);
    offer(5, 1);
    assertThat(served()).startsWith(4, 5);
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
    List<Integer> lids = served();
    assertThat(lids).hasSize(SaGate.WAITING_MAX);
    assertThat(lids.get(ports)).isEqualTo(ports + 1);
  }

  @Test
  void shouldNameThePortThatIsRefusedMost() {
    offer(4, PORT_MAX + 1);
    offer(5, PORT_MAX + 7);
    assertThat(fairness.ledger().top())
        .containsExactly(new Offender(Quota.WAITING, 5, 7), new Offender(Quota.WAITING, 4, 1));
  }
}
