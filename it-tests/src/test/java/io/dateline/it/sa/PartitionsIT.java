package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.RemoteCommand;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.transport.MadPacket;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Partitions of shared/cases 36 and 37, and others, in nodes. */
@Timeout(240)
class PartitionsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Path CASES = Path.of("src/test/resources/io/dateline/it/sa/partitions");
  private static final String FILE = "dateline.subnet.partition_config_file";

  @TempDir private Path folder;

  private static Fabric fabric() throws IOException {
    return TopologyReader.read(CASES.resolve("small.ib"));
  }

  /** The one port of host 1 to 7. */
  private static int host(Fabric fabric, int number) {
    return IntStream.of(fabric.endPorts())
        .filter(port -> fabric.description(fabric.nodeOf(port)).equals("h" + number))
        .findFirst()
        .orElseThrow();
  }

  private EmbeddedNode start(SimulatedSubnet subnet, Path file) throws IOException {
    return EmbeddedNode.start(
        folder,
        subnet.simulator().attach(host(subnet.fabric(), 1)),
        Map.of(FILE, file.toAbsolutePath().toString()));
  }

  /** P_Keys of a port, by index, as it holds them. */
  private static List<String> held(SimulatedSubnet subnet, int port) {
    short[] table = subnet.simulator().call(simulated -> simulated.pKeys(port));
    List<String> keys = new ArrayList<>();
    for (short key : table) {
      keys.add("%04x".formatted(key));
    }
    while (!keys.isEmpty() && keys.getLast().equals("0000")) {
      keys.removeLast();
    }
    return keys;
  }

  private static List<String> heldBy(SimulatedSubnet subnet, int host) {
    return held(subnet, host(subnet.fabric(), host));
  }

  private static Mad path(EmbeddedNode node, SimulatedSubnet subnet, int from, int to)
      throws InterruptedException {
    return node.askForPath(lid(subnet, from), lid(subnet, to));
  }

  private static int lid(SimulatedSubnet subnet, int host) {
    return subnet.lids().get(subnet.fabric().portGuid(host(subnet.fabric(), host)));
  }

  private static void assertPath(Mad answer, int pKey) {
    assertThat(answer.status()).isZero();
    assertThat(PathRecord.in(answer.bytes(), Mad.SA_DATA).pKey()).isEqualTo(pKey);
  }

  /** A group, as a member of the default partition is told of it. */
  private static Mad group(EmbeddedNode node, int asker, long mgidHigh, long mgidLow)
      throws InterruptedException {
    Mad question = Mad.wrap(new byte[Mad.BYTES]).u8(0, 1).u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2);
    question
        .method(Mad.GET)
        .u16(16, AttributeId.MC_MEMBER_RECORD)
        .transactionId(System.nanoTime() & 0x7FFF_FFFF);
    question.u64(48, McMemberRecord.MGID.mask());
    McMemberRecord.in(question.bytes(), Mad.SA_DATA).mgid(new Gid(mgidHigh, mgidLow));
    return node.port().ask(new MadPacket(question, 1, asker, 1, 0), 20_000);
  }

  @Test
  void shouldMakeTheBroadcastGroupOf4KiB() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric());
        EmbeddedNode node = start(subnet, CASES.resolve("mtu5.conf"))) {
      node.awaitQuiet();
      Mad answer = group(node, lid(subnet, 2), 0xFF12_401B_FFFF_0000L, 0xFFFF_FFFFL);
      assertThat(answer.status()).isZero();
      McMemberRecord group = McMemberRecord.in(answer.bytes(), Mad.SA_DATA);
      assertThat(group.mtu()).isEqualTo(5);
      assertThat(group.rate()).isEqualTo(2);
    }
  }

  @Test
  void shouldReadKeysWithTheTopBit() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric());
        EmbeddedNode node = start(subnet, CASES.resolve("highbit.conf"))) {
      node.awaitQuiet();
      for (int host = 1; host <= 7; host++) {
        assertThat(heldBy(subnet, host)).containsExactly("ffff", "8001", "8002");
      }
      for (long key : new long[] {0x8001, 0x8002, 0xFFFF}) {
        assertThat(
                group(node, lid(subnet, 2), 0xFF12_401B_0000_0000L | key << 16, 0xFFFF_FFFFL)
                    .status())
            .isZero();
      }
      assertThat(node.status().path("multicastGroups").asInt()).isEqualTo(3);
    }
  }

  @Test
  void shouldMakeTheGroupsThatAPartitionLists() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric());
        EmbeddedNode node = start(subnet, CASES.resolve("lists.conf"))) {
      node.awaitQuiet();
      Mad answer = group(node, lid(subnet, 2), 0xFF12_401B_FFFF_0000L, 1);
      assertThat(answer.status()).isZero();
      McMemberRecord group = McMemberRecord.in(answer.bytes(), Mad.SA_DATA);
      assertThat(group.rate()).isEqualTo(7);
      assertThat(group.mlid()).isGreaterThanOrEqualTo(0xC001);
    }
  }

  @Test
  void shouldGiveNoPathBetweenLimitedMembers() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric());
        EmbeddedNode node = start(subnet, CASES.resolve("guide.conf"))) {
      JsonNode status = node.awaitQuiet();
      assertThat(status.path("warnings").toString()).contains("limited");
      assertThat(heldBy(subnet, 3)).containsExactly("7fff");
      assertThat(path(node, subnet, 2, 3).status()).isEqualTo(SaStatus.NO_RECORDS);
    }
  }

  @Test
  void shouldTellPortsAndSwitchesAndAnswerAccordingly() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric());
        EmbeddedNode node = start(subnet, CASES.resolve("limited.conf"))) {
      node.awaitQuiet();
      assertThat(heldBy(subnet, 1)).containsExactly("ffff", "8010");
      assertThat(heldBy(subnet, 2)).containsExactly("7fff", "0010");
      assertThat(heldBy(subnet, 3)).containsExactly("7fff");
      assertPath(path(node, subnet, 1, 2), 0x8010);
      assertThat(path(node, subnet, 2, 3).status()).isEqualTo(SaStatus.NO_RECORDS);
      int facing = subnet.fabric().peer(host(subnet.fabric(), 2));
      assertThat(held(subnet, facing)).containsExactlyInAnyOrder("7fff", "0010");
      assertThat(
              subnet
                  .simulator()
                  .call(simulated -> simulated.portInfo(facing))
                  .partitionEnforcementInbound())
          .isTrue();
    }
  }

  @Test
  void shouldNotOpenASiteWhoseFileIsBroken() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric())) {
      Map<Long, Integer> before = subnet.lids();
      EmbeddedNode node = start(subnet, CASES.resolve("unterminated.conf"));
      await("the end of the node")
          .atMost(PATIENCE)
          .until(() -> node.running().system().whenTerminated().isCompleted());
      assertThat(subnet.lids()).as("nothing was told").isEqualTo(before);
    }
  }

  private static Map<String, String> settings(H2Server journal, Path file) {
    Map<String, String> settings = new HashMap<>(journal.settings());
    settings.put(FILE, file.toString());
    return settings;
  }

  private static String run(SmCluster cluster, int node, String... command) {
    Running.Ended ended = RemoteCommand.order(cluster.node(node), command);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  /**
   * What was given at run time, and the file that was read, outlive the master; the next one tells
   * no port anything that it knows.
   */
  @Test
  void shouldOutliveTheirMaster() throws Exception {
    Path file =
        Files.writeString(folder.resolve("partitions.conf"), "Default=0x7fff,ipoib:ALL=full;");
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        H2Server journal = SmCluster.serveJournal(folder);
        SmCluster cluster = SmCluster.start(folder, subnet, 2, settings(journal, file))) {
      cluster.awaitQuiet(PATIENCE);
      int master = cluster.master().getAsInt();
      Fabric fabric = subnet.fabric();
      int[] hosts =
          IntStream.of(fabric.endPorts())
              .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
              .toArray();
      String guids =
          "0x%016x,0x%016x".formatted(fabric.portGuid(hosts[3]), fabric.portGuid(hosts[4]));
      assertThat(
              run(cluster, master, "partition", "add", "0x8010", "--name", "job7", "--full", guids))
          .isEqualTo("done: 4 blocks of P_Keys sent\n");
      assertThat(held(subnet, hosts[3])).containsExactly("ffff", "8010");
      assertThat(run(cluster, master, "partition", "list"))
          .contains("0x0010 job7: ", "at run time");

      AtomicInteger told = new AtomicInteger();
      subnet
          .simulator()
          .execute(
              simulated ->
                  simulated.onSet(
                      (sender, port, set, refused) -> {
                        if (set.attributeId() == AttributeId.P_KEY_TABLE) {
                          told.incrementAndGet();
                        }
                      }));
      cluster.kill(master);
      int next = 1 - master;
      await("the next master").atMost(PATIENCE).until(() -> cluster.master().orElse(-1) == next);
      cluster.awaitQuiet(PATIENCE);
      assertThat(held(subnet, hosts[4])).containsExactly("ffff", "8010");
      assertThat(run(cluster, next, "partition", "list")).contains("0x0010 job7: ");
      assertThat(told).as("P_Key tables that were sent").hasValue(0);

      assertThat(
              run(
                  cluster,
                  next,
                  "partition",
                  "remove",
                  "0x8010",
                  "0x%016x".formatted(fabric.portGuid(hosts[4]))))
          .isEqualTo("done: 2 blocks of P_Keys sent\n");
      assertThat(held(subnet, hosts[4])).containsExactly("ffff");

      Files.writeString(
          file,
          "Default=0x7fff,ipoib:ALL=full;\nStorage=0x20:0x%016x=full;"
              .formatted(fabric.portGuid(hosts[5])));
      assertThat(run(cluster, next, "reload"))
          .contains("what partition_config_file says: partition 'Storage' (0x0020) is new");
      await("the file")
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(held(subnet, hosts[5])).containsExactly("ffff", "8020"));
      assertThat(held(subnet, hosts[3])).as("beside the file").containsExactly("ffff", "8010");
    }
  }
}
