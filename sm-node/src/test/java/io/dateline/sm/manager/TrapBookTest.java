package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.BadMKeyDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.NoticeDetails;
import io.dateline.mad.attribute.PortErrorDetails;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.manager.TrapBook.LinkTrouble;
import io.dateline.sm.sa.SubnetViewBuilder;
import io.dateline.sm.subnet.SubnetView;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrapBookTest {
  private final SubnetView view = SubnetViewBuilder.row(2, 2).build();
  private final Fabric fabric = view.fabric();
  private final int lid = view.lids().baseLid(fabric.port(0, 0));
  private final TrapBook book = new TrapBook(() -> view, InstantSource.system());

  private void trap(boolean isGeneric, int number, int issuer, NoticeDetails details) {
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    Notice.in(trap.bytes(), Mad.SMP_DATA)
        .isGeneric(isGeneric)
        .trapNumber(number)
        .issuerLid(issuer)
        .dataDetails(details.bytes());
    book.trap(new MadPacket(trap, 0, lid, 0, 0));
  }

  private static PortErrorDetails at(int lid, int port) {
    return new PortErrorDetails().lidAddr(lid).portNo(port);
  }

  @Test
  void shouldNameThePortWhoseLinkIsBad() {
    trap(true, TrapNumber.LINK_INTEGRITY, lid, at(lid, 1));
    trap(true, TrapNumber.LINK_INTEGRITY, lid, at(lid, 1));
    trap(true, TrapNumber.BUFFER_OVERRUN, lid, at(lid, 200)); // the switch has no such port
    String name = fabric.description(0);

    assertThat(book.all()).extracting(TrapBook.Seen::count).containsExactly(2L, 1L);
    assertThat(book.all().getFirst().port()).isEqualTo(name + " port 1");
    assertThat(book.all().getFirst().told())
        .isEqualTo(name + " port 1 reports local link integrity errors");
    assertThat(book.last().getFirst().kind()).isEqualTo(LinkTrouble.BUFFER_OVERRUN);
    assertThat(book.last().getFirst().port()).isEqualTo(name + " port 0");
  }

  @Test
  void shouldCountTrapsByNumber() {
    trap(true, TrapNumber.LINK_STATE, lid, at(lid, 0));
    trap(true, TrapNumber.BAD_M_KEY, lid, new BadMKeyDetails());
    trap(true, 4711, lid, at(lid, 0));
    trap(false, TrapNumber.LINK_STATE, lid, at(lid, 0));

    assertThat(book.counts()).isEqualTo(Map.of("128", 1L, "256", 1L, "other", 2L));
    assertThat(book.all()).isEmpty();
  }

  @Test
  void shouldBelieveNoPortThatReportsForAnother() {
    trap(true, TrapNumber.FLOW_CONTROL_WATCHDOG, lid + 1, at(lid + 1, 1));
    assertThat(book.all()).isEmpty();
  }
}
