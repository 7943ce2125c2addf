package io.dateline.sm.sa;

import static io.dateline.sm.sa.GroupClients.creating;
import static io.dateline.sm.sa.GroupClients.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.GroupSettings;
import io.dateline.sm.group.WellKnownGroups;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.subnet.SubnetView;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An interface of IPoIB in another partition than the default one, as Linux brings it up: it joins
 * the broadcast group, which has to be there, and makes the others of its protocols like that one
 * (RFC 4391, 5).
 */
class ChildInterfaceTest {
  private static final int FULL = MulticastGroup.FULL_MEMBER;
  private static final Gid BROADCAST = Mgid.withKey(Mgid.BROADCAST, 0x8001);
  private static final Gid ALL_HOSTS = new Gid(BROADCAST.prefix(), 1);

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);

  {
    builder
        .pKeys(builder.host(0), 0xFFFF, 0x8001)
        .pKeys(builder.host(1), 0xFFFF, 0x0001)
        .pKeys(builder.host(2), 0xFFFF);
  }

  private final SubnetView view = builder.build();
  private final GroupClients clients = new GroupClients(view, GroupSettings.DEFAULTS);

  private void partitions(String file) {
    GroupChanges changes = new GroupChanges(GroupBook.EMPTY, "test", 0);
    WellKnownGroups.settle(
        changes,
        PartitionFile.read(file).partitions(),
        new WellKnownGroups.Setting(18, false, Optional.empty(), false));
    for (SubnetEvent event : changes.events()) {
      clients.book = clients.book.with((MulticastJoined) event);
    }
  }

  private long guid(int host) {
    return builder.fabric.portGuid(builder.host(host));
  }

  /** What Linux asks with: the P_Key has the top bit, whatever the port is. */
  private GroupClients.Got up(int host) {
    return clients.tell(
        joining(BROADCAST, guid(host), FULL).with(McMemberRecord.P_KEY, 0x8001),
        view.lids().baseLid(builder.host(host)));
  }

  private GroupClients.Got makeLike(McMemberRecord broadcast, int host) {
    return clients.tell(
        creating(ALL_HOSTS, guid(host), FULL)
            .with(McMemberRecord.P_KEY, 0x8001)
            .with(McMemberRecord.Q_KEY, broadcast.qKey())
            .with(McMemberRecord.SL, broadcast.sl())
            .with(McMemberRecord.MTU_SELECTOR, broadcast.mtuSelector())
            .with(McMemberRecord.MTU, broadcast.mtu())
            .with(McMemberRecord.RATE_SELECTOR, broadcast.rateSelector())
            .with(McMemberRecord.RATE, broadcast.rate())
            .with(McMemberRecord.HOP_LIMIT, broadcast.hopLimit()),
        view.lids().baseLid(builder.host(host)));
  }

  @ParameterizedTest(name = "host {0}")
  @ValueSource(ints = {0, 1})
  void shouldComeUpInAPartitionOfTheFile(int host) {
    partitions("Default=0x7fff,ipoib:ALL=full;\nOne=1,ipoib,mtu=5:SELF=full;");
    McMemberRecord broadcast = up(host).record();
    assertThat(broadcast.mtu()).isEqualTo(5);
    assertThat(broadcast.pKey()).isEqualTo(0x8001);
    assertThat(broadcast.mlid()).isEqualTo(0xC001);
    assertThat(makeLike(broadcast, host).record().mlid()).isEqualTo(0xC002);
  }

  @Test
  void shouldStayDownElsewhere() {
    partitions("Default=0x7fff,ipoib:ALL=full;\nOne=1,ipoib:SELF=full;");
    assertThat(up(2).status()).as("of another partition").isEqualTo(SaStatus.REQ_INVALID);
    clients.book = GroupBook.EMPTY;
    partitions("Default=0x7fff,ipoib:ALL=full;\nOne=1:SELF=full;");
    assertThat(up(0).status()).as("no ipoib").isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
  }
}
