package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Files that sites have, and what Debian's OpenSM 3.3.23 makes of them on ibsim. */
class PartitionCasesTest {
  private static final long H1 = 0x2c900011L;
  private static final long H2 = 0x2c900021L;
  private static final long H3 = 0x2c900031L;
  private static final long SELF = H1;

  @Test
  void shouldMakeTheBroadcastGroupOfABiggerMtu() throws Exception {
    PartitionFile file = file("mtu5.conf");

    PartitionGroup group = file.partitions().all().getFirst().groups().getFirst();
    assertThat(group.mgid()).hasToString("ff12:401b:ffff:0:0:0:ffff:ffff");
    assertThat(group.mtu()).isEqualTo(5);
    assertThat(group.rate()).isEqualTo(2);
    assertThat(file.warnings()).isEmpty();
  }

  @Test
  void shouldIgnoreTheTopBitOfKeys() throws Exception {
    PartitionFile file = file("highbit.conf");

    assertThat(tableOf(file, H2)).containsExactly("ffff", "8001", "8002");
    assertThat(mgids(file))
        .containsExactly(
            "ff12:401b:ffff:0:0:0:ffff:ffff",
            "ff12:401b:8001:0:0:0:ffff:ffff",
            "ff12:401b:8002:0:0:0:ffff:ffff");
  }

  @Test
  void shouldGiveGroupsThePartitionsKey() throws Exception {
    PartitionFile file = file("lists.conf");

    assertThat(tableOf(file, H3)).containsExactly("ffff");
    assertThat(mgids(file))
        .containsExactly(
            "ff12:401b:ffff:0:0:0:ffff:ffff",
            "ff12:401b:ffff:0:0:0:0:1",
            "ff12:601b:ffff:0:0:0:0:16");
    assertThat(file.partitions().all().getFirst().groups())
        .allMatch(group -> group.rate() == 7 && group.mtu() == 4);
  }

  @Test
  void shouldWarnWhereNoTwoPortsCanTalk() throws Exception {
    PartitionFile file = file("guide.conf");

    assertThat(tableOf(file, H1)).containsExactly("7fff");
    assertThat(tableOf(file, H2)).containsExactly("7fff");
    assertThat(file.warnings())
        .contains(
            "partition 'Default' (0x7fff) has limited members only, so no two of them can talk:"
                + " '=full' or defmember=full makes full members");
  }

  @Test
  void shouldKeepLimitedMembersApart() throws Exception {
    PartitionFile file = file("limited.conf");

    assertThat(tableOf(file, H1)).containsExactly("ffff", "8010");
    assertThat(tableOf(file, H2)).containsExactly("7fff", "0010");
    assertThat(tableOf(file, H3)).containsExactly("7fff");
  }

  @Test
  void shouldRefuseADefinitionWithoutEnd() {
    assertThatThrownBy(() -> file("unterminated.conf"))
        .isInstanceOf(PartitionFileException.class)
        .hasMessageStartingWith("line 2: 'Storage' is neither the GUID of a port nor ALL");
  }

  private static PartitionFile file(String name) throws IOException {
    return PartitionFile.read(Files.readString(path(name)));
  }

  private static Path path(String name) {
    try {
      return Path.of(
          Objects.requireNonNull(PartitionCasesTest.class.getResource("/partitions/" + name))
              .toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** What a port holds when it came with the P_Key that ports have after a reset. */
  private static List<String> tableOf(PartitionFile file, long guid) throws IOException {
    Fabric fabric = TopologyReader.read(path("small.ib"));
    PartitionMembers members =
        PartitionMembers.of(file.partitions(), fabric, port -> port == SELF, false);
    int port = fabric.endPortByGuid(guid);
    short[] fresh = {(short) 0xFFFF};
    PKeyTables.Planned planned =
        PKeyTables.next(fresh, members.keys(port), members.index0Key(port), 128, true);
    List<String> table = new ArrayList<>();
    for (short key : planned.table()) {
      table.add("%04x".formatted(key & 0xFFFF));
    }
    return table;
  }

  private static List<String> mgids(PartitionFile file) {
    return file.partitions().all().stream()
        .flatMap(partition -> partition.groups().stream())
        .map(group -> group.mgid().toString())
        .toList();
  }
}
