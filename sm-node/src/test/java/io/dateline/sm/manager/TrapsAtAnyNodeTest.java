package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.UnusedExchange;
import io.dateline.sm.node.FabricInbox;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traps go to the node that a port names as its master, which need not be it any more. */
class TrapsAtAnyNodeTest {
  private final List<MadPacket> sent = new ArrayList<>();
  private final List<MadPacket> traps = new ArrayList<>();
  private final SmStanding standing = new SmStanding(1, ServiceKeys.set(1, 1), () -> 0);
  private final FabricInbox inbox =
      new FabricInbox(
          new UnusedExchange() {
            @Override
            public void send(MadPacket packet) {
              sent.add(packet);
            }
          },
          standing,
          new Violations(() -> null, InstantSource.system()),
          guid -> true,
          traps::add,
          control -> {},
          question -> {});

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
}
