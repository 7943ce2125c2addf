package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.persistence.event.SubnetEvent.PartitionChanged;
import io.dateline.persistence.event.SubnetEvent.PartitionsRead;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PartitionBookTest {
  private static final int KEY = 0x10;
  private static final Gid BROADCAST = Mgid.withKey(Mgid.BROADCAST, KEY | Partition.FULL_BIT);

  private PartitionBook book = PartitionBook.EMPTY;

  private void order(boolean isIpoib, long guid, byte membership) {
    order(isIpoib ? Optional.of(Broadcast.USUAL) : Optional.empty(), guid, membership);
  }

  private void order(Optional<Broadcast> broadcast, long guid, byte membership) {
    RunTimePartition changes =
        new RunTimePartition(KEY, "job", new long[] {guid}, new byte[] {membership}, broadcast);
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
  void shouldHaveTheGroupThatTheLastOrderSaid() {
    order(true, 1, RunTimePartition.FULL);
    Partition usual = book.inForce().find(KEY).orElseThrow();
    assertThat(usual.sl()).isZero();
    assertThat(usual.groups().getFirst().mtu()).isEqualTo(4);
    assertThat(usual.groups().getFirst().rate()).isEqualTo(3);
    order(Optional.of(new Broadcast(5, 7, 3)), 2, RunTimePartition.FULL);
    order(false, 3, RunTimePartition.FULL);
    book = PartitionBook.of(book.pack());
    Partition other = book.inForce().find(KEY).orElseThrow();
    assertThat(other.sl()).isEqualTo(3);
    assertThat(other.groups()).hasSize(1);
    PartitionGroup group = other.groups().getFirst();
    assertThat(group.mtu()).isEqualTo(5);
    assertThat(group.rate()).isEqualTo(7);
    assertThat(group.sl()).isEqualTo(new PartitionGroup.Sl(3, true));
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

  /** Of one adapter, by all partitions that a port may have been told, with KEY alone. */
  private Set<Integer> maybeTold(long guid) {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft adapter = builder.node(NodeType.CA, guid, 1).portGuid(1, guid);
    builder.link(adapter, 1, adapter, 1, LinkWidth.X1, LinkSpeed.SDR);
    Fabric fabric = builder.build();
    Set<Integer> keys = new TreeSet<>();
    for (Partitions partitions : book.maybeTold()) {
      PartitionMembers members = PartitionMembers.of(partitions, fabric, self -> false, false);
      for (short key : members.keys(fabric.endPortByGuid(guid))) {
        if ((key & Partition.DEFAULT_KEY) == KEY) {
          keys.add(key & 0xFFFF);
        }
      }
    }
    return keys;
  }

  private void read(String definition, int digest) {
    book =
        book.with(
            new PartitionsRead(
                List.of("Default=0x7fff:ALL=full;", definition),
                "%04x".formatted(digest),
                List.of(),
                "test",
                5));
  }

  @Test
  void shouldKnowWhatPortsMayHaveBeenToldUntilTheyAnswer() {
    read("job=0x10:0x1=full,0x2=limited;", 1);
    assertThat(book.isInDoubt()).as("nothing was told before").isFalse();
    order(false, 3, RunTimePartition.FULL);
    order(false, 3, RunTimePartition.OUT);
    order(false, 2, RunTimePartition.FULL);
    assertThat(book.isInDoubt()).isTrue();
    assertThat(maybeTold(3)).as("given and taken again").containsExactly(0x8010);
    assertThat(maybeTold(2)).as("by the file, then at run time").containsExactly(0x10, 0x8010);
    assertThat(maybeTold(1)).containsExactly(0x8010);
    assertThat(maybeTold(4)).isEmpty();

    read("job=0x10:0x2=full,0x4=limited;", 2);
    book = PartitionBook.of(book.pack());
    assertThat(maybeTold(1)).as("by the file before").containsExactly(0x8010);
    assertThat(maybeTold(3)).containsExactly(0x8010);
    assertThat(maybeTold(4)).containsExactly(0x10);

    book = book.withoutDoubt();
    assertThat(book.isInDoubt()).isFalse();
    assertThat(book.maybeTold()).containsExactly(book.inForce());
    assertThat(maybeTold(1)).isEmpty();
    assertThat(maybeTold(2)).containsExactly(0x8010);
  }

  @Test
  void shouldTakeAPortThatWasNothingElseForWhatItIsAtRunTime() {
    read("job=0x10:ALL=full;", 1);
    order(false, 1, RunTimePartition.LIMITED);
    book = book.withoutDoubt();
    order(false, 2, RunTimePartition.LIMITED);
    read("job=0x10:ALL=full,0x9=limited;", 2);
    assertThat(maybeTold(1)).as("limited all the time").containsExactly(0x10);
    assertThat(maybeTold(2)).containsExactly(0x10, 0x8010);
  }

  @Test
  void shouldForgetNoKeyHoweverOftenTheFileChanges() {
    int files = 100;
    read("job=0x10:0x9=full;", 0);
    for (int i = 1; i <= files; i++) {
      read("job=0x10:0x%x=full,0x%x=limited;".formatted(i, i + files), i);
    }
    for (int i = 1; i < files; i++) {
      assertThat(maybeTold(i)).as("file %d", i).containsExactly(0x8010);
      assertThat(maybeTold(i + files)).as("file %d", i).isNotEmpty();
    }
    assertThat(maybeTold(2 * files + 1)).isEmpty();
    assertThat(book.pack().former().files()).hasSizeLessThan(files / 2);
  }

  private void file(String text) {
    PartitionFile file = PartitionFile.read(text);
    book =
        book.with(
            new PartitionsRead(file.partitions().lines(), file.digest(), List.of(), "test", 5));
  }

  @Test
  void shouldTellThatAnOrderAndTheFileMeanDifferentPartitions() {
    order(false, 1, RunTimePartition.FULL);
    assertThat(book.conflicts()).isEmpty();
    file("Default=0x7fff:ALL=full; job=0x10:0x11=full;");
    assertThat(book.conflicts()).as("the same name").isEmpty();
    file("Default=0x7fff:ALL=full; Secret=0x10:0x11=full;");
    assertThat(book.conflicts()).singleElement().asString().contains("'Secret'", "'job'", "0x0010");
    assertThat(book.conflicts(KEY)).isEqualTo(book.conflicts());
    assertThat(book.conflicts(KEY + 1)).isEmpty();
    order(false, 1, RunTimePartition.OUT);
    assertThat(book.conflicts()).as("nothing was given").isEmpty();
  }

  @Test
  void shouldTellOfTwoPartitionsWithOneName() {
    file("Default=0x7fff:ALL=full; job=0x20:0x11=full;");
    order(false, 1, RunTimePartition.FULL);
    assertThat(book.conflicts()).singleElement().asString().contains("'job'", "0x0020", "0x0010");
  }

  @Test
  void shouldTellThatTheFilesTermsCount() {
    file("Default=0x7fff:ALL=full; job=0x10,ipoib,mtu=4,sl=2:0x11=full;");
    order(Optional.of(Broadcast.USUAL), 1, RunTimePartition.FULL);
    assertThat(book.conflicts()).as("no terms were asked for").isEmpty();
    order(Optional.of(new Broadcast(5, 0, 2)), 1, RunTimePartition.FULL);
    assertThat(book.conflicts()).singleElement().asString().contains("mtu=4", "these count");
    order(Optional.of(new Broadcast(0, 0, 9)), 1, RunTimePartition.FULL);
    assertThat(book.conflicts())
        .hasSize(2)
        .anyMatch(told -> told.contains("paths in 'job' (0x0010) have SL 2"));
  }
}
