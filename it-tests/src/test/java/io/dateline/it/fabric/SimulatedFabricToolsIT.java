package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortState;
import io.dateline.sim.IbsimServer;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Debian's tools and OpenSM, attached to a simulated ring of six switches with a host each. */
@Timeout(120)
class SimulatedFabricToolsIT {
  private static final int SWITCHES = 6;
  private static final String MANAGER = "H-0000000000100000";
  private static final String TOOL = "H-0000000000100030";

  @TempDir Path folder;

  private final Fabric fabric = ring();
  private Simulator simulator;
  private IbsimServer server;

  @BeforeEach
  void start() {
    Machine.needs("ibsim-run", "ibnetdiscover", "opensm", "saquery");
    simulator = new Simulator(new SimulatedFabric(fabric));
    server =
        IbsimServer.serve(simulator, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void stop() {
    if (simulator != null) {
      simulator.close();
    }
  }

  /**
   * A ring of switches with a host each.
   *
   * <pre>
   *     switch 0 -1--2- switch 1 -1--2- ... -1--2- switch 0
   *        |3              |3
   *      host 0          host 1
   * </pre>
   */
  private static Fabric ring() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft[] switches = new Fabric.NodeDraft[SWITCHES];
    for (int i = 0; i < SWITCHES; i++) {
      switches[i] =
          builder.node(NodeType.SWITCH, 0x200000 + i, 4).description("switch " + i).vendorId(0x2c9);
      Fabric.NodeDraft host =
          builder.node(NodeType.CA, 0x100000 + 16 * i, 1).description("host " + i).vendorId(0x2c9);
      builder.link(host, 1, switches[i], 3, LinkWidth.X4, LinkSpeed.EDR);
    }
    for (int i = 0; i < SWITCHES; i++) {
      Fabric.NodeDraft next = switches[(i + 1) % SWITCHES];
      builder.link(switches[i], 1, next, 2, LinkWidth.X4, LinkSpeed.HDR);
    }
    return builder.build();
  }

  /** Starts a program where the preload library may leave its files. */
  private Running start(String node, String... command) {
    List<String> line =
        new ArrayList<>(
            List.of("sh", "-c", "cd \"$0\" && exec ibsim-run \"$@\"", folder.toString()));
    line.addAll(List.of(command));
    return Running.start(
        folder.resolve(command[0] + ".out"),
        Map.of(
            "IBSIM_SERVER_NAME",
            "127.0.0.1",
            "IBSIM_SERVER_PORT",
            Integer.toString(server.address().getPort()),
            "SIM_HOST",
            node,
            "OSM_TMP_DIR",
            folder.toString(),
            "OSM_CACHE_DIR",
            folder.toString()),
        line);
  }

  private String run(String... command) {
    Running.Ended ended = Ibsim.tool(server.address().getPort(), TOOL, folder, command);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  private long linksUp(int state) {
    return simulator.call(
        simulated -> {
          long count = 0;
          for (int port = 0; port < fabric.portCount(); port++) {
            count += fabric.portNumber(port) > 0 && simulated.portState(port) == state ? 1 : 0;
          }
          return count;
        });
  }

  @Test
  void shouldBeDiscoveredAsTheTopologyItIs() throws Exception {
    Fabric found = TopologyReader.read("ibnetdiscover", new StringReader(run("ibnetdiscover")));

    assertThat(found.nodeCount()).isEqualTo(fabric.nodeCount());
    for (int port = 0; port < fabric.portCount(); port++) {
      assertThat(found.peer(port)).isEqualTo(fabric.peer(port));
      assertThat(found.speed(port)).isEqualTo(fabric.speed(port));
      assertThat(found.width(port)).isEqualTo(fabric.width(port));
    }
    for (int node = 0; node < fabric.nodeCount(); node++) {
      assertThat(found.description(node)).isEqualTo(fabric.description(node));
    }
  }

  @Test
  void shouldBeBroughtUpByOpenSm() throws Exception {
    try (Running once = start(MANAGER, "opensm", "-o", "-f", "once.log")) {
      assertThat(once.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(once.process().exitValue()).as(once.output()).isZero();
    }

    assertThat(linksUp(PortState.ACTIVE)).isEqualTo(4 * SWITCHES);
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int port : fabric.endPorts()) {
        assertThat(routeTo(node, port)).isLessThanOrEqualTo(4);
      }
    }
    assertThat(run("iblinkinfo")).contains("25.78125 Gbps Active/  LinkUp");
  }

  @Test
  void shouldCarryQueriesTrapsAndTheDeathOfOpenSm() throws Exception {
    Path log = folder.resolve("osm.log");
    int managerPort = fabric.port(fabric.nodeByGuid(0x100000), 1);
    try (Running manager = start(MANAGER, "opensm", "-f", "osm.log", "-d2")) {
      awaitSubnetUp(log, 1);
      int toolLid = lid(0x100030);
      int otherLid = lid(0x100020);

      assertThat(run("sminfo")).contains("SMINFO_MASTER");
      assertThat(run("saquery", "--src-to-dst", toolLid + ":" + otherLid))
          .contains("dlid...................." + otherLid);
      assertThat(run("saquery", "-s")).containsOnlyOnce("PortInfoRecord dump");
      assertThat(run("ibtracert", toolLid + "", otherLid + "")).contains("\"switch 2\"");
      assertThat(run("ibroute", lid(0x200004) + "")).contains("(switch 4)");
      assertThat(run("perfquery", otherLid + "", "1")).contains("PortXmitPkts");

      simulator.command("unlink \"switch 1\"[1]");
      awaitSubnetUp(log, 2);
      assertThat(linksUp(PortState.ACTIVE)).isEqualTo(4 * SWITCHES - 2);
      simulator.command("relink \"switch 1\"");
      await().atMost(Duration.ofSeconds(20)).until(() -> linksUp(PortState.ACTIVE) == 4 * SWITCHES);
      assertThat(manager.process().isAlive()).isTrue();
    }
    await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () ->
                simulator.call(
                    simulated ->
                        (simulated.portInfo(managerPort).capabilityMask() & CapabilityMask.IS_SM)
                            == 0));
  }

  private int routeTo(int switchNode, int port) {
    return simulator.call(simulated -> simulated.route(switchNode, simulated.lid(port)));
  }

  private int lid(long nodeGuid) {
    int node = fabric.nodeByGuid(nodeGuid);
    int port = fabric.port(node, fabric.isSwitch(node) ? 0 : 1);
    return simulator.call(simulated -> simulated.lid(port));
  }

  private static void awaitSubnetUp(Path log, int times) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> Files.exists(log) && Files.readString(log).split("SUBNET UP", -1).length > times);
  }
}
