package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.SubnetEvent.PartitionChanged;
import io.dateline.persistence.event.SubnetEvent.PartitionsRead;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionBookTest {
  private static final int KEY = 0x10;
  private static final Gid BROADCAST = Mgid.withKey(Mgid.BROADCAST, KEY | Partition.FULL_BIT);

  private PartitionBook book = PartitionBook.EMPTY;

  private void order(boolean isIpoib, long guid, byte membership) {
    RunTimePartition changes =
        new RunTimePartition(KEY, "job", new long[] {guid}, new byte[] {membership}, isIpoib);
    book = book.with(new PartitionChanged(changes, "test", 5));
  }

  private List<Gid> groups() {
    return book.inForce().find(KEY).stream()
        .flatMap(partition -> partition.groups().stream())
        .map(PartitionGroup::mgid)
        .toList();
  }

  @Test
  void shouldHaveABroadcastGroupUntilTheLastPortIsTakenBack() {
    order(false, 1, RunTimePartition.FULL);
    assertThat(groups()).isEmpty();
    order(true, 2, RunTimePartition.LIMITED);
    assertThat(groups()).containsExactly(BROADCAST);
    order(false, 1, RunTimePartition.OUT);
    assertThat(groups()).as("of another order").containsExactly(BROADCAST);
    book = PartitionBook.of(book.pack());
    assertThat(groups()).as("from a snapshot").containsExactly(BROADCAST);
    order(false, 2, RunTimePartition.OUT);
    assertThat(groups()).isEmpty();
    order(false, 3, RunTimePartition.FULL);
    assertThat(groups()).as("a new life").isEmpty();
  }

  @Test
  void shouldKeepTheGroupOfTheFileAsItIs() {
    book =
        book.with(
            new PartitionsRead(
                List.of("Default=0x7fff:ALL=full;", "job=0x10,ipoib,mtu=5:0x1=full;"),
                "00ff",
                List.of("new"),
                "test",
                5));
    order(true, 2, RunTimePartition.FULL);
    assertThat(groups()).containsExactly(BROADCAST);
    assertThat(book.inForce().find(KEY).orElseThrow().groups().getFirst().mtu()).isEqualTo(5);
  }
}
