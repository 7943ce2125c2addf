package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.fair.Babblers;
import io.dateline.sm.fair.QuotaLedger;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.http.QuotaStatus;
import io.dateline.sm.http.StatusBoard;
import io.dateline.sm.manager.ServiceKeys;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.subnet.SubnetView;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code GET /path}, and orders, at a node that does not manage the subnet. */
class NotInChargeTest {
  private final SmStanding standing = new SmStanding(1, ServiceKeys.set(1, 1), () -> 0);
  private final StatusBoard board =
      new StatusBoard(
          new SaCounters(),
          new Violations(() -> null, InstantSource.system()),
          Optional::empty,
          Optional::empty,
          new QuotaStatus.Source(
              new QuotaLedger(), new Babblers(QuotaSettings.DEFAULTS), List::of));

  private static SubnetView view() {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    LidMap lids = LidAssigner.plan(fabric, LidBook.EMPTY, fabric.endPorts()[0], 0, false).lids();
    return new SubnetView(
        5,
        fabric,
        lids,
        Routing.singleLane("minhop", new ForwardingTables(fabric.switchCount(), lids.maxLid())),
        SubnetView.Attributes.unread(fabric),
        0,
        18,
        Optional.empty(),
        Map.of(),
        List.of(),
        guid -> MulticastRow.EMPTY);
  }

  /** The subnet is another manager's by now, so what was known of it may be wrong. */
  @Test
  void aNodeThatStandsByKeepsBackWhatItKnewAsMaster() {
    board.view(view());
    standing.appear();
    assertThat(NotInCharge.view(standing, board)).isEmpty();
    assertThat(NotInCharge.why(standing, board, () -> Optional.of("sm1:7172")))
        .contains(
            "this node does not manage the subnet: the subnet manager is at sm1:7172;"
                + " dateline cluster shows where it answers");
    assertThat(NotInCharge.why(standing, board, Optional::empty))
        .contains("this node does not manage the subnet: there is no subnet manager yet");
  }

  @Test
  void theRoleOfAManagerThatLeavesTheSubnetToAnotherIsTheReason() {
    assertThat(
            NotInCharge.sentence(
                Optional.of("standby: another one is better"), () -> Optional.of("sm1:7172")))
        .isEqualTo("this node does not manage the subnet: standby: another one is better");
    assertThat(
            NotInCharge.sentence(Optional.of(SubnetStatus.RETIRED), () -> Optional.of("sm1:7172")))
        .contains("the subnet manager is at sm1:7172");
  }
}
