package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.StandInManager;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.manager.SmControl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a host can do that knows its own port's M_Key, and no other key; default settings. */
@Timeout(120)
class PortKeysIT {
  private static final long PATIENCE_S = 20;

  @TempDir private Path folder;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int own = fabric.endPorts()[10]; // the node's
  private final int host = fabric.endPorts()[15];
  private final int other = fabric.endPorts()[13];
  private EmbeddedNode node;

  @BeforeEach
  void start() throws Exception {
    node = EmbeddedNode.start(folder, simulator.attach(own), Map.of());
    node.awaitQuiet();
  }

  @AfterEach
  void stop() {
    node.close();
    simulator.close();
  }

  private long key(int port) {
    return simulator.call(simulated -> simulated.portInfo(port).mKey());
  }

  private static MadOutcome ask(MadExchange exchange, Mad mad) throws Exception {
    CompletableFuture<MadOutcome> answer = new CompletableFuture<>();
    exchange.request(MadRequest.of(MadPacket.directed(mad), 1), answer::complete);
    return answer.get(PATIENCE_S, TimeUnit.SECONDS);
  }

  private Mad setPortInfo(DirectedRoute route, int port, long mKey) {
    PortInfo info = simulator.call(simulated -> simulated.portInfo(port));
    info.portState(0).portPhysicalState(0).linkSpeedEnabled(0).linkWidthEnabled(0);
    info.mKey(0).mKeyProtectBits(0);
    return Smp.set(route, AttributeId.PORT_INFO, fabric.portNumber(port), mKey, info.bytes());
  }

  private JsonNode awaitViolation(String kind, String who, long count) {
    return node.awaitStatus(
        status -> {
          for (JsonNode seen : status.path("violations")) {
            if (seen.path("kind").asText().equals(kind)
                && seen.path("port").asText().contains(who)
                && seen.path("count").asLong() >= count) {
              return true;
            }
          }
          return false;
        });
  }

  private String name(int port) {
    return fabric.description(fabric.nodeOf(port)) + " port " + fabric.portNumber(port);
  }

  @Test
  void shouldOpenNoOtherPortWithTheKeyOfOne() throws Exception {
    RouteBook routes = new RouteBook(fabric, host);
    int switchNode = fabric.switchAt(host);
    int switchPort = fabric.port(switchNode, 0);
    long sweeps = node.awaitQuiet().path("sweeps").asLong();
    long mKey = key(host); // as it can read it in its adapter
    long ofOther = key(other);
    long ofSwitch = key(switchPort);
    assertThat(mKey).isNotIn(0L, ofOther, ofSwitch);
    try (MadExchange exchange =
        Transactor.open(simulator.attach(host), ExchangeSettings.DEFAULT.withPatience(100, 1))) {
      MadOutcome stranger = ask(exchange, setPortInfo(routes.toPort(other), other, mKey));
      assertThat(stranger).isInstanceOf(MadOutcome.TimedOut.class);
      MadOutcome atSwitch = ask(exchange, setPortInfo(routes.toNode(switchNode), switchPort, mKey));
      assertThat(atSwitch).isInstanceOf(MadOutcome.TimedOut.class);
      byte[] switchInfo = SwitchInfo.of(new byte[64]).linearFdbTop(1).bytes();
      Mad tables = Smp.set(routes.toNode(switchNode), AttributeId.SWITCH_INFO, 0, mKey, switchInfo);
      assertThat(ask(exchange, tables)).isInstanceOf(MadOutcome.TimedOut.class);
      assertThat(key(other)).isEqualTo(ofOther);
      assertThat(key(switchPort)).isEqualTo(ofSwitch);

      awaitViolation("M_KEY", name(host), 1);
      assertThat(node.awaitQuiet().path("sweeps").asLong()).isEqualTo(sweeps);
      assertThat(ask(exchange, setPortInfo(DirectedRoute.LOCAL, host, mKey)))
          .as("its own port is its own")
          .isInstanceOf(MadOutcome.Answered.class);
    }
  }

  @Test
  void shouldTrustNobodyWhoShowsOpensmsKey() throws Exception {
    int lid = simulator.call(simulated -> simulated.lid(host));
    MadPacket question = EmbeddedNode.pathQuestion(lid, lid, 0x7171_0001L);
    SaHeader.of(question.mad()).smKey(1);

    assertThat(node.port().ask(question, 500)).as("dropped").isNull();
    awaitViolation("SA_KEY", name(host), 1);
    long saKey = readKey("sa_key");
    MadPacket trusted = EmbeddedNode.pathQuestion(lid, lid, 0x7171_0002L);
    SaHeader.of(trusted.mad()).smKey(saKey);
    assertThat(node.port().ask(trusted, 20_000).status()).isZero();
  }

  private long readKey(String name) throws Exception {
    Path file = folder.resolve("state-" + node.httpPort()).resolve("keys");
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name + " 0x")) {
        return Long.parseUnsignedLong(line.substring(name.length() + 3), 16);
      }
    }
    throw new IllegalStateException("no " + name);
  }

  @Test
  void shouldNotSweepForAStrangersOrders() {
    long sweeps = node.awaitQuiet().path("sweeps").asLong();
    try (StandInManager stranger = new StandInManager(simulator, host)) {
      stranger.smKey(0);
      stranger.become(SmInfo.STATE_MASTER);
      for (int i = 0; i < 20; i++) {
        stranger.tell(own, SmControl.HANDOVER);
      }
      awaitViolation("SM_KEY", name(host), 20);
      stranger.smKey(1);
      assertThat(stranger.tell(own, SmControl.HANDOVER)).isEqualTo(StandInManager.REFUSED);
      JsonNode status = awaitViolation("SM_KEY", name(host), 21);
      assertThat(status.path("sweeps").asLong()).isEqualTo(sweeps);
      assertThat(stranger.look(own).smKey()).as("a random key is not shown").isZero();
    }
    assertThat(node.awaitQuiet().path("sweeps").asLong()).isEqualTo(sweeps);
  }

  /** Nor does any page of the node's tell a key. */
  @Test
  void shouldTellNoKeyInItsPages() throws Exception {
    StringBuilder told = new StringBuilder();
    for (String page : new String[] {"status", "fabric", "history", "routing"}) {
      told.append(node.get(page));
    }
    assertThat(told).contains(fabric.description(fabric.nodeOf(host)));
    String text = told.toString();
    for (int port : fabric.endPorts()) {
      assertThat(text)
          .doesNotContainIgnoringCase(Long.toHexString(key(port)))
          .doesNotContain(Long.toString(key(port)), Long.toUnsignedString(key(port)));
    }
    for (String name : new String[] {"sm_key", "sa_key"}) {
      assertThat(text)
          .doesNotContainIgnoringCase(Long.toHexString(readKey(name)))
          .doesNotContain(Long.toString(readKey(name)));
    }
  }
}
