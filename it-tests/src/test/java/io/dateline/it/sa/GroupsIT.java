package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.BroadcastGroup;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Reregistrations;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.transport.MadPacket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Multicast groups of a node, through its journal. */
@Timeout(180)
class GroupsIT {
  private static final String MANAGER = "subnet|"; // programmers have events of their own

  @TempDir private Path folder;

  /** Port GUIDs of end ports, by LID. */
  private static Map<Integer, Long> ports(SimulatedSubnet subnet) {
    Map<Integer, Long> ports = new HashMap<>();
    subnet.lids().forEach((guid, lid) -> ports.put(lid, guid));
    return ports;
  }

  private static int members(EmbeddedNode node) {
    return node.status().path("multicastMembers").asInt();
  }

  private static EmbeddedNode start(Path folder, SimulatedSubnet subnet, Map<String, ?> settings)
      throws Exception {
    Fabric fabric = subnet.fabric();
    int port = fabric.port(fabric.nodeCount() - 1, 1);
    return EmbeddedNode.start(folder, subnet.simulator().attach(port), settings);
  }

  @Test
  void shouldOutliveTheirMasterAndRefuseWhileTheJournalIsAway() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      EmbeddedNode first = start(folder, subnet, Map.of());
      int mlid;
      long guid;
      try (EmbeddedNode node = first) {
        JsonNode status = node.awaitQuiet();
        assertThat(status.path("multicastGroups").asInt()).as("IPoIB's").isEqualTo(1);
        assertThat(status.path("multicastMembers").asInt()).isZero();
        guid = ports(subnet).get(4);
        Mad granted = BroadcastGroup.joinOf(node, 4, guid, 11);
        assertThat(granted.status()).isZero();
        mlid = McMemberRecord.in(granted.bytes(), Mad.SA_DATA).mlid();
        assertThat(mlid).isEqualTo(0xC000);
        assertThat(members(node)).isEqualTo(1);
        long events = node.journaledEvents(MANAGER);
        assertThat(BroadcastGroup.joinOf(node, 4, guid, 12).status()).as("again").isZero();
        assertThat(node.journaledEvents(MANAGER)).isEqualTo(events);
      }
      try (EmbeddedNode next = start(folder, subnet, first.sameJournal())) {
        JsonNode status = next.awaitQuiet();
        assertThat(status.path("term").asLong()).isEqualTo(2);
        assertThat(members(next)).isEqualTo(1);
        assertThat(
                McMemberRecord.in(BroadcastGroup.joinOf(next, 4, guid, 13).bytes(), Mad.SA_DATA)
                    .mlid())
            .isEqualTo(mlid);

        first.executeInJournal("ALTER TABLE \"event_journal\" RENAME TO \"gone\"");
        assertThat(BroadcastGroup.joinOf(next, 5, ports(subnet).get(5), 14).status())
            .isEqualTo(Mad.STATUS_BUSY);
        first.executeInJournal("ALTER TABLE \"gone\" RENAME TO \"event_journal\"");
        await("the journal is back")
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> {
                  long now = System.nanoTime();
                  return BroadcastGroup.joinOf(next, 5, ports(subnet).get(5), now).status() == 0;
                });
        assertThat(members(next)).isEqualTo(2);
      }
    }
  }

  /** A cluster boots: all its ports ask at once, and few writes have all of them. */
  @Test
  void shouldWriteWhatComesTogetherTogether() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:6x6");
        EmbeddedNode node = start(folder, subnet, Map.of())) {
      node.awaitQuiet();
      long before = node.journaledEvents(MANAGER);
      Map<Integer, Long> ports = ports(subnet);
      ports.forEach(
          (lid, guid) ->
              node.port().pour(new MadPacket(BroadcastGroup.join(guid, lid), 1, lid, 1, 0)));
      node.awaitStatus(status -> status.path("multicastMembers").asInt() == ports.size());
      long events = node.journaledEvents(MANAGER) - before;
      System.out.printf("%d joins in %d events%n", ports.size(), events);
      assertThat(events).isLessThan(ports.size() / 2);
    }
  }

  @Test
  void shouldTakeOutPortsThatASweepDoesNotFind() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        EmbeddedNode node = start(folder, subnet, Map.of())) {
      node.awaitQuiet();
      Fabric fabric = subnet.fabric();
      int host = fabric.port(fabric.switchCount(), 1);
      long guid = fabric.portGuid(host);
      int lid = subnet.lids().get(guid);
      assertThat(BroadcastGroup.joinOf(node, lid, guid, 21).status()).isZero();
      subnet.unlink(host);
      node.awaitStatus(status -> status.path("multicastMembers").asInt() == 0);
      assertThat(node.status().path("multicastGroups").asInt()).as("well known").isEqualTo(1);

      Set<Integer> askedToRegister = Reregistrations.watch(subnet.simulator());
      subnet.relink(host);
      await("the port is asked to join again")
          .atMost(Duration.ofMinutes(1))
          .until(() -> !askedToRegister.isEmpty());
      node.awaitQuiet();
      assertThat(askedToRegister).containsExactly(host);
      assertThat(BroadcastGroup.joinOf(node, lid, guid, 22).status()).isZero();
      assertThat(members(node)).isEqualTo(1);
    }
  }
}
