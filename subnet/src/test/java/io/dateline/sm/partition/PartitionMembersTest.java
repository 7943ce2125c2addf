package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class PartitionMembersTest {
  private static final long SWITCH = 0x100;
  private static final long HOST_A = 0x201;
  private static final long HOST_B = 0x301;
  private static final long ROUTER = 0x401;

  private final Fabric fabric = fabric();

  /**
   * Two hosts and a router on a switch.
   *
   * <pre>
   *     HOST_A -- 1 SWITCH 3 -- ROUTER
   *                  2
   *                  |
   *                HOST_B
   * </pre>
   */
  private static Fabric fabric() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft middle = builder.node(NodeType.SWITCH, SWITCH, 3);
    hang(builder, middle, 1, builder.node(NodeType.CA, HOST_A - 1, 1));
    hang(builder, middle, 2, builder.node(NodeType.CA, HOST_B - 1, 2));
    hang(builder, middle, 3, builder.node(NodeType.ROUTER, ROUTER - 1, 1));
    return builder.build();
  }

  private static void hang(
      Fabric.Builder builder, Fabric.NodeDraft middle, int port, Fabric.NodeDraft node) {
    builder.link(middle, port, node, 1, LinkWidth.X4, LinkSpeed.EDR);
  }

  private PartitionMembers members(String text, boolean allowsBoth) {
    return PartitionMembers.of(
        PartitionFile.read(text).partitions(), fabric, guid -> guid == HOST_A, allowsBoth);
  }

  private List<String> keys(String text, long guid) {
    return keys(members(text, false), guid);
  }

  private List<String> keys(PartitionMembers members, long guid) {
    List<String> keys = new ArrayList<>();
    for (short key : members.keys(fabric.endPortByGuid(guid))) {
      keys.add("%04x".formatted(key & 0xFFFF));
    }
    return keys;
  }

  @Test
  void shouldGiveKeysByTypeOfNode() {
    String text =
        """
        Default=0x7fff:ALL=full;
        A=1:ALL=full; B=2:ALL_CAS=full; C=3:ALL_SWITCHES; D=4:ALL_ROUTERS=full; E=5:SELF=full;
        """;

    assertThat(keys(text, HOST_A)).containsExactly("8001", "8002", "8005", "ffff");
    assertThat(keys(text, HOST_B)).containsExactly("8001", "8002", "ffff");
    assertThat(keys(text, SWITCH)).containsExactly("8001", "0003", "ffff");
    assertThat(keys(text, ROUTER)).containsExactly("8001", "8004", "ffff");
  }

  @Test
  void shouldOrderKeysAsOpenSmAddsThem() {
    assertThat(keys("X=0x1234:ALL; Y=0x0135:ALL; Z=0x0034:ALL; W=0x1200:ALL;", HOST_B))
        .containsExactly("1200", "0034", "1234", "0135", "7fff");
  }

  @Test
  void shouldTakeTheLastOfSeveral() {
    String text = "Default=0x7fff:ALL=full; A=1:0x201=full,0x301=full,ALL_CAS,0x301=full;";

    assertThat(keys(text, HOST_A)).containsExactly("0001", "ffff");
    assertThat(keys(text, HOST_B)).containsExactly("8001", "ffff");
    assertThat(keys(text, SWITCH)).containsExactly("ffff");
  }

  @Test
  void shouldLimitAllInTheDefaultPartitionButItself() {
    assertThat(keys("A=1:0x301=full;", HOST_A)).containsExactly("ffff");
    assertThat(keys("A=1:0x301=full;", HOST_B)).containsExactly("8001", "7fff");
  }

  @Test
  void shouldGiveBothKeysWhereThatIsAllowed() {
    String text = "A=1:ALL=both,0x301=full;";

    assertThat(keys(members(text, true), HOST_A)).containsExactly("0001", "8001", "ffff");
    assertThat(keys(members(text, true), HOST_B)).containsExactly("8001", "7fff");
    assertThat(keys(members(text, false), HOST_A)).containsExactly("8001", "ffff");
  }

  @Test
  void shouldTellWhoseKeyGoesToIndexZero() {
    PartitionMembers members =
        members("A=1,indx0:ALL_CAS=full;B=2,indx0:0x301,0x100;A=1:0x201;B=2:0x100=full;", false);

    assertThat(members.index0Key(fabric.endPortByGuid(HOST_A))).isZero();
    assertThat(members.index0Key(fabric.endPortByGuid(HOST_B))).isEqualTo(2);
    assertThat(members.index0Key(fabric.endPortByGuid(SWITCH))).isZero();
  }

  @Test
  void shouldKnowWhichPartitionsAreInUse() {
    PartitionMembers members = members("A=1:0x301;B=2:0x999;", false);

    assertThat(members.isInUse(0x7FFF)).isTrue();
    assertThat(members.isInUse(1)).isTrue();
    assertThat(members.isInUse(2)).isFalse();
    assertThat(keys(members, HOST_B)).containsExactly("0001", "7fff");
  }

  @Test
  void shouldBeQuickWithManyPortsAndPartitions() {
    Fabric.Builder builder = new Fabric.Builder();
    StringBuilder text = new StringBuilder("Default=0x7fff:ALL=full;\n");
    int leaves = 1200;
    for (int leaf = 0; leaf < leaves; leaf++) {
      Fabric.NodeDraft middle = builder.node(NodeType.SWITCH, 0x10_0000 + leaf, 40);
      text.append("L%d=%d:".formatted(leaf, leaf + 1));
      for (int port = 1; port <= 40; port++) {
        long guid = 0x100_0000L + leaf * 0x100L + port * 2L;
        hang(builder, middle, port, builder.node(NodeType.CA, guid, 1));
        text.append("%d=full,".formatted(guid + 1));
      }
      text.append(";\n");
    }
    Fabric large = builder.build();
    Partitions partitions = PartitionFile.read(text.toString()).partitions();

    // The bound is far above what it takes, and far below what quadratic work would.
    PartitionMembers members =
        Assertions.assertTimeout(
            Duration.ofSeconds(5),
            () -> PartitionMembers.of(partitions, large, guid -> false, false));

    int last = large.endPorts()[large.endPorts().length - 1];
    assertThat(members.keys(last)).hasSize(2);
    assertThat(Partitions.read(partitions.lines())).isEqualTo(partitions);
  }
}
