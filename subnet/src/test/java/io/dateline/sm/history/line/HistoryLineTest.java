package io.dateline.sm.history.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.measure.Candidate;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryLineTest {
  private static final long MGID_HIGH = 0xFF12_401B_FFFF_0000L;
  private static final MulticastGroup GROUP =
      new MulticastGroup(
          MGID_HIGH,
          0xFFFF_FFFFL,
          0xC000,
          new MulticastGroup.Terms(0xB1B, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2),
          true,
          List.of());

  private static Membership member(long guid, int joinState) {
    return new Membership(MGID_HIGH, 0xFFFF_FFFFL, guid, joinState, false);
  }

  private static String what(SubnetEvent event) {
    return HistoryLine.of(1, 0, 1, event).what();
  }

  @Test
  void shouldTellWhoJoinsAndLeavesGroups() {
    assertThat(what(new SubnetEvent.MulticastJoined(List.of(GROUP), List.of(), "", 0)))
        .isEqualTo("1 multicast group made: ff12:401b:ffff:0:0:0:ffff:ffff 0xC000");
    assertThat(
            what(
                new SubnetEvent.MulticastJoined(
                    List.of(), List.of(member(0x10, 1), member(0x20, 6)), "", 0)))
        .isEqualTo(
            "2 members joined: 0x0000000000000010 ff12:401b:ffff:0:0:0:ffff:ffff as full,"
                + " 0x0000000000000020 ff12:401b:ffff:0:0:0:ffff:ffff as non+send-only-non");
    assertThat(what(new SubnetEvent.MulticastLeft(List.of(member(0x10, 8)), "", 0)))
        .isEqualTo(
            "1 member left: 0x0000000000000010 ff12:401b:ffff:0:0:0:ffff:ffff as send-only-full");
    assertThat(
            what(
                new SubnetEvent.GroupsWithdrawn(
                    new long[] {MGID_HIGH}, new long[] {0xFFFF_FFFFL}, "", 0)))
        .isEqualTo("1 multicast group no longer well known: ff12:401b:ffff:0:0:0:ffff:ffff");
  }

  @Test
  void shouldTellWhichNodesTriedEngines() {
    EngineComparison comparison =
        new EngineComparison(
            5,
            List.of(Candidate.out("lash", "too few lanes"), Candidate.out("updn", "no root")),
            List.of(new EngineComparison.Trial("updn", 0x10)),
            List.of(new EngineComparison.LeftOut(0x20, "has not answered")));
    assertThat(
            what(
                new SubnetEvent.RoutingPlanned(
                    5, 7, "minhop", "", "0a", 1, 2, "", 0, List.of(), "", comparison, 0)))
        .isEqualTo(
            "generation 5 routed by minhop after a comparison (lash: too few lanes; updn: no root;"
                + " tried by the node of port 0x0000000000000010; the node of port"
                + " 0x0000000000000020 is left out: it has not answered): 1 switch, 2 end ports,"
                + " tables 0a");
  }

  @Test
  void shouldTellWhoIsLeftOutWhereNothingWasCompared() {
    EngineComparison comparison =
        new EngineComparison(
            0,
            List.of(),
            List.of(),
            List.of(new EngineComparison.LeftOut(0x20, "has other tables")));
    assertThat(
            what(
                new SubnetEvent.RoutingPlanned(
                    5, 7, "minhop", "", "0a", 1, 2, "", 0, List.of(), "", comparison, 0)))
        .isEqualTo(
            "generation 5 routed by minhop (the node of port 0x0000000000000020 is left out: it has"
                + " other tables): 1 switch, 2 end ports, tables 0a");
  }

  @Test
  void shouldTellWhatWasFoundOfATree() {
    assertThat(
            what(
                new SubnetEvent.TreeLearnt(
                    new long[] {0x10, 0x20}, new int[] {2, -1}, new long[0], new long[0], "", 0)))
        .isEqualTo(
            "levels of 2 switches found in the tree: 0x0000000000000010 2, 0x0000000000000020"
                + " none");
    assertThat(
            what(
                new SubnetEvent.TreeLearnt(
                    new long[0], new int[0], new long[] {0x30}, new long[] {0x10}, "", 0)))
        .isEqualTo(
            "1 root of the tree found: 0x0000000000000030; 1 root of the tree given up:"
                + " 0x0000000000000010");
  }

  @Test
  void shouldTellWhichStepsOfAChainHaveLearnt() {
    byte[] changes =
        ChainMemory.EMPTY
            .with(2, new ChainMemory.Step("ftree", true, EngineMemory.NONE))
            .with(7, new ChainMemory.Step("torus-2QoS", false, EngineMemory.NONE))
            .toBytes();
    assertThat(what(new SubnetEvent.ChainLearnt(changes, "", 0)))
        .isEqualTo("routing chain: step 2 (ftree) in force, step 7 (torus-2QoS) not in force");
    assertThat(what(new SubnetEvent.ChainLearnt(new byte[] {9}, "", 0)))
        .isEqualTo("routing chain: what its steps learnt cannot be read");
  }

  @Test
  void shouldTellWhatWasFoundOfTheFabric() {
    PackedNodes nodes = PackedNodes.pack(new long[] {0x10, 0x20}, new byte[2][3]);
    assertThat(
            what(
                new SubnetEvent.FabricFound(
                    new FabricChange(1, true, new long[0], nodes, new long[0], "0a"), "", 0)))
        .isEqualTo("fabric of 2 nodes");
    assertThat(
            what(
                new SubnetEvent.FabricFound(
                    new FabricChange(2, false, new long[] {0x30}, nodes, new long[] {0x11}, "0b"),
                    "",
                    0)))
        .isEqualTo(
            "2 nodes of the fabric new or changed; 1 node gone: 0x0000000000000030;"
                + " 1 end port without a LID: 0x0000000000000011");
  }

  @Test
  void shouldTellWhoGetsAndLosesAliasGuids() {
    AliasGuid.Id entry = new AliasGuid.Id(0x10, 9);
    assertThat(
            what(
                new SubnetEvent.AliasGuidsGranted(
                    List.of(new AliasGuid(entry, 0x0014_0500_0000_0001L)), 1, "", 0)))
        .isEqualTo("1 alias GUID granted: 0x0014050000000001 at 0x0000000000000010/9");
    assertThat(what(new SubnetEvent.AliasGuidsRemoved(List.of(entry), "", 0)))
        .isEqualTo("1 alias GUID removed: 0x0000000000000010/9");
  }
}
