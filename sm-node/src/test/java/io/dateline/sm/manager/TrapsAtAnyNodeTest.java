package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.ExchangeStats;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.sm.node.FabricInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Traps go to the node that a port names as its master, which need not be it any more. */
class TrapsAtAnyNodeTest {
  private final List<MadPacket> sent = new ArrayList<>();
  private final List<MadPacket> traps = new ArrayList<>();
  private final SmStanding standing = new SmStanding(1, 1, 0);
  private final FabricInbox inbox =
      new FabricInbox(new Sent(sent), standing, traps::add, control -> {}, question -> {});

  private static MadPacket trap() {
    return new MadPacket(Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0), 0, 5, 0, 0);
  }

  @Test
  void shouldAcknowledgeAndHandOnATrapWhereTheManagerIs() {
    standing.enter(SmState.MASTER);
    inbox.accept(trap());
    assertThat(sent).extracting(packet -> packet.mad().method()).containsExactly(Mad.TRAP_REPRESS);
    assertThat(traps).hasSize(1);
  }

  /** It would be sent to the manager's node, which cannot be, and the gate would wait for ever. */
  @Test
  void shouldLeaveATrapToBeRepeatedToTheMasterWhereTheManagerIsNot() {
    standing.appear();
    inbox.accept(trap());
    assertThat(sent).isEmpty();
    assertThat(traps).isEmpty();
    assertThat(inbox.dropped()).isEqualTo(1);

    standing.enter(SmState.MASTER);
    inbox.accept(trap());
    assertThat(traps).hasSize(1);
  }

  /** An exchange that only keeps what it is to send. */
  private record Sent(List<MadPacket> packets) implements MadExchange {
    @Override
    public void send(MadPacket packet) {
      packets.add(packet);
    }

    @Override
    public PortIdentity port() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onUnsolicited(Consumer<MadPacket> handler) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setSubnetManager(boolean isSm) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ExchangeStats stats() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
