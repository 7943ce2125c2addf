package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastTables;
import io.dateline.fabric.judge.GroupJudge;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.AttributeId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three hosts are in a group: what switches are told, what tools see, what a new master does. */
@Timeout(300)
class MulticastIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String TABLES = "Set(MulticastForwardingTable)";

  @TempDir private Path folder;

  private final List<GroupMember> members = new ArrayList<>();
  private SimulatedSubnet subnet;

  @AfterEach
  void close() {
    members.forEach(GroupMember::close);
  }

  private MulticastTables held() {
    return subnet
        .simulator()
        .call(
            simulated ->
                new MulticastTables(
                    IntStream.range(0, subnet.fabric().switchCount())
                        .mapToObj(simulated::multicast)
                        .toList()));
  }

  /** What is wrong with the group in the switches; empty where it serves these and nobody else. */
  private List<GroupJudge.Problem> problems(int mlid, List<GroupMember> served) {
    int[] ports = served.stream().mapToInt(GroupMember::port).toArray();
    return GroupJudge.problems(
        subnet.fabric(), held(), List.of(MulticastMembers.receiving(mlid, ports)), 9);
  }

  private String tool(String... command) {
    String[] address = subnet.address().split(":", -1);
    Fabric fabric = subnet.fabric();
    Running.Ended ended =
        Ibsim.tool(
            Integer.parseInt(address[2]),
            fabric.description(fabric.nodeCount() - 1),
            folder,
            command);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  /** The ports that ibroute prints of a group: a column of two characters for each. */
  private static BitSet printed(String table, int mlid) {
    List<String> lines = table.lines().toList();
    String header =
        lines.stream().filter(line -> line.contains("Ports:")).findFirst().orElseThrow();
    int first = header.indexOf("0", header.indexOf("Ports:"));
    BitSet ports = new BitSet();
    lines.stream()
        .filter(line -> line.startsWith("0x%x".formatted(mlid)))
        .forEach(
            line -> {
              for (int at = line.indexOf('x', 2); at >= 0; at = line.indexOf('x', at + 1)) {
                ports.set((at - first) / 2);
              }
            });
    return ports;
  }

  @Test
  void shouldTellSwitchesOnceAndOutliveMaster() throws Exception {
    Machine.needs("ibsim-run", "ibroute", "saquery");
    try (SimulatedSubnet started = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = SmCluster.startPatient(folder, started, 2)) {
      subnet = started;
      Fabric fabric = subnet.fabric();
      for (int host = 3; host < 6; host++) {
        members.add(
            new GroupMember(subnet.simulator(), fabric.port(fabric.switchCount() + host, 1)));
      }
      int mlid = 0;
      for (GroupMember member : members) {
        mlid = member.join();
      }
      int group = mlid;
      assertThat(group).isBetween(0xC000, 0xFFFE);
      await("told").atMost(PATIENCE).until(() -> problems(group, members).isEmpty());
      checkTools(group);
      MulticastTables before = held();

      cluster.awaitQuiet(PATIENCE);
      SmNodeProcess first = cluster.node(cluster.master().getAsInt());
      first.awaitStatus(
          "counts what it tells", PATIENCE, status -> status.path("madsSent").has(TABLES));
      AtomicInteger told = new AtomicInteger();
      subnet
          .simulator()
          .execute(
              simulated ->
                  simulated.onSet(
                      (sender, port, set, refused) -> {
                        if (set.attributeId() == AttributeId.MULTICAST_FORWARDING_TABLE) {
                          told.incrementAndGet();
                        }
                      }));
      cluster.succeed(PATIENCE);
      SmNodeProcess next = cluster.node(cluster.master().getAsInt());
      JsonNode status = next.awaitSubnetUp(PATIENCE);
      cluster.awaitQuiet(PATIENCE);
      assertThat(status.path("multicastMembers").asInt()).isEqualTo(3);
      assertThat(members.getFirst().join()).as("it is in the group").isEqualTo(group);
      assertThat(held()).isEqualTo(before);
      assertThat(told).hasValue(0);
      assertThat(next.awaitSubnetUp(PATIENCE).path("madsSent").has(TABLES)).isFalse();
      checkTools(group);

      members.getFirst().leave();
      await("taken out")
          .atMost(PATIENCE)
          .until(() -> problems(group, members.subList(1, 3)).isEmpty());
      assertThat(told.get()).isPositive();
      members.get(1).leave();
      await("no entries")
          .atMost(PATIENCE)
          .until(() -> held().equals(MulticastTables.empty(fabric)));
      assertThat(tool("saquery", "-g")).contains("Mlid....................0x%X".formatted(group));
    }
  }

  private void checkTools(int group) {
    Fabric fabric = subnet.fabric();
    for (GroupMember member : members) {
      int node = fabric.switchAt(member.port());
      int lid = subnet.lids().get(fabric.nodeGuid(node));
      String table = tool("ibroute", "-M", Integer.toString(lid));
      assertThat(printed(table, group))
          .as(table)
          .isEqualTo(held().row(node).ports(group))
          .isNotEqualTo(new BitSet());
      assertThat(tool("saquery", "MFTR", Integer.toString(lid))).contains("MFT Record dump");
    }
    assertThat(tool("saquery", "-g")).contains("Mlid....................0x%X".formatted(group));
  }
}
