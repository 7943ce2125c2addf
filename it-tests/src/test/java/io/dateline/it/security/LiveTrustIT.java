package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.it.kit.StandInManager;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * NVIDIA's options of trust in a node's {@code opensm.conf}, which is edited while the node runs
 * and read again at SIGHUP; a host asks through its own port.
 */
@Timeout(300)
class LiveTrustIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long SA_KEY = 0x77;
  private static final Gid MGID = new Gid(0xFF15_0000_0000_0000L, 0x1234);
  private static final int QUEUE_PAIR = 0x1234;

  @TempDir private Path folder;

  private Path conf;
  private SimulatedSubnet subnet;
  private SmNodeProcess node;
  private MadExchange exchange;
  private int host;
  private int other;
  private int reloads;

  @Test
  void shouldTakeEachOptionWhileItRuns() throws Exception {
    conf = Files.writeString(folder.resolve("opensm.conf"), "sa_key 0x77\n");
    try (SimulatedSubnet simulated = SimulatedSubnet.start("torus:3x3");
        SmNodeProcess process =
            SmNodeProcess.start(
                folder, simulated.address(), "-Ddateline.subnet.opensm_conf=" + conf)) {
      subnet = simulated;
      node = process;
      Fabric fabric = subnet.fabric();
      int[] hosts =
          IntStream.of(fabric.endPorts())
              .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
              .toArray();
      host = hosts[4];
      other = hosts[5];
      node.awaitSubnetUp(PATIENCE);
      try (MadExchange attached =
          Transactor.open(subnet.simulator().attach(host), ExchangeSettings.DEFAULT)) {
        exchange = attached;
        assertOptions();
      }
    }
  }

  /** A node that stands by for another subnet manager, which is taken off the list. */
  @Test
  void shouldWaitNoLongerForAManagerThatIsNotAllowedAnyMore() throws Exception {
    conf = Files.writeString(folder.resolve("opensm.conf"), "sm_key 1\nsa_key 0x77\n");
    try (SimulatedSubnet simulated = SimulatedSubnet.start("torus:3x3");
        StandInManager master =
            new StandInManager(simulated.simulator(), simulated.fabric().endPorts()[15])) {
      master.show(SmInfo.STATE_MASTER, 15);
      try (SmNodeProcess process =
          SmNodeProcess.start(
              folder,
              simulated.address(),
              "-Ddateline.subnet.opensm_conf=" + conf,
              "-Ddateline.subnet.sminfo_polling_timeout=300ms")) {
        node = process;
        node.awaitStatus(
            "stands by",
            PATIENCE,
            status -> status.path("role").asText().contains("another subnet manager"));
        Files.writeString(conf, "sm_key 1\nsa_key 0x77\nallowed_sm_guids 0x7,0x8\n");
        hangUp();
        node.awaitSubnetUp(PATIENCE);
        assertThat(node.log()).contains("allowed_sm_guids does not list its port");
        assertThat(master.told()).isEmpty();
      }
    }
  }

  private void hangUp() throws Exception {
    new ProcessBuilder("kill", "-HUP", String.valueOf(node.process().pid())).start().waitFor();
  }

  private void assertOptions() throws Exception {
    assertThat(nodeRecord(0)).contains(0);
    assertThat(join(other)).contains(0);

    reload("sa_enhanced_trust_model TRUE");
    assertThat(nodeRecord(0)).as("dropped").isEmpty();
    assertThat(nodeRecord(SA_KEY)).contains(0);
    assertThat(nodeRecord(0x99)).as("a wrong key").isEmpty();
    assertThat(path()).contains(0);
    assertThat(join(host)).contains(0);
    assertThat(join(other)).as("a proxy").contains(0);
    awaitViolation("SA_TRUST");

    reload("sa_enhanced_trust_model TRUE\nsa_etm_allow_untrusted_proxy_requests FALSE");
    assertThat(join(host)).contains(0);
    assertThat(join(other)).as("a proxy").isEmpty();

    reload("sa_etm_max_num_srvcs 2");
    assertThat(nodeRecord(0)).contains(0);
    assertThat(register(1)).contains(0);
    assertThat(register(2)).contains(0);
    assertThat(register(3)).contains(SaStatus.NO_RESOURCES);
    reload("");
    assertThat(register(3)).contains(0);
    assertThat(node.process().isAlive()).isTrue();
  }

  private void reload(String options) throws Exception {
    Files.writeString(conf, "sa_key 0x77\n" + options + "\n");
    reloads++;
    int wanted = reloads;
    hangUp();
    node.awaitStatus(
        "reload",
        PATIENCE,
        status ->
            status.path("phase").asText().equals("IDLE")
                && node.log().split("the settings were read again", -1).length > wanted);
  }

  private void awaitViolation(String kind) {
    node.awaitStatus(
        kind,
        PATIENCE,
        status -> {
          for (JsonNode seen : status.path("violations")) {
            if (seen.path("kind").asText().equals(kind)) {
              return true;
            }
          }
          return false;
        });
  }

  private int lid(int port) {
    return subnet.lids().get(subnet.fabric().portGuid(port));
  }

  private Optional<Integer> nodeRecord(long key) throws Exception {
    NodeRecord record = new NodeRecord().lid(lid(host));
    return status(Mad.GET, AttributeId.NODE_RECORD, NodeRecord.LID.mask(), key, record.bytes());
  }

  private Optional<Integer> path() throws Exception {
    PathRecord record = new PathRecord().slid(lid(host)).dlid(lid(other));
    long mask = PathRecord.SLID.mask() | PathRecord.DLID.mask();
    return status(Mad.GET, AttributeId.PATH_RECORD, mask, 0, record.bytes());
  }

  private Optional<Integer> join(int port) throws Exception {
    McMemberRecord record =
        new McMemberRecord()
            .mgid(MGID)
            .portGid(new Gid(Gid.DEFAULT_PREFIX, subnet.fabric().portGuid(port)))
            .joinState(McMemberRecord.JOIN_FULL)
            .qKey(0xB1B)
            .pKey(0xFFFF);
    long mask =
        McMemberRecord.MGID.mask()
            | McMemberRecord.PORT_GID.mask()
            | McMemberRecord.JOIN_STATE.mask()
            | McMemberRecord.Q_KEY.mask()
            | McMemberRecord.P_KEY.mask()
            | McMemberRecord.SL.mask()
            | McMemberRecord.FLOW_LABEL.mask()
            | McMemberRecord.T_CLASS.mask();
    return status(Mad.SET, AttributeId.MC_MEMBER_RECORD, mask, 0, record.bytes());
  }

  private Optional<Integer> register(long serviceId) throws Exception {
    ServiceRecord record =
        new ServiceRecord()
            .serviceId(serviceId)
            .serviceGid(new Gid(Gid.DEFAULT_PREFIX, subnet.fabric().portGuid(host)));
    long mask = ServiceRecord.SERVICE_ID.mask() | ServiceRecord.SERVICE_GID.mask();
    return status(Mad.SET, AttributeId.SERVICE_RECORD, mask, 0, record.bytes());
  }

  /** The status of the answer, or nothing where there is none. */
  private Optional<Integer> status(int method, int attributeId, long mask, long key, byte[] record)
      throws Exception {
    int master = subnet.simulator().call(simulated -> simulated.portInfo(host).masterSmLid());
    Mad question = Sa.request(method, attributeId, 0, mask, key, record);
    CompletableFuture<MadOutcome> answer = new CompletableFuture<>();
    exchange.request(
        new MadRequest(new MadPacket(question, QUEUE_PAIR, master, 1, 0), master, 700, 2),
        answer::complete);
    return switch (answer.get(60, TimeUnit.SECONDS)) {
      case MadOutcome.Answered answered -> Optional.of(answered.reply().status());
      case MadOutcome.Refused refused -> Optional.of(refused.reply().status());
      case MadOutcome.TimedOut timedOut -> Optional.empty();
      case MadOutcome failed -> throw new IllegalStateException(failed.toString());
    };
  }
}
