package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.Reregistrations;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.sa.SaStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host registers and subscribes, and its master is killed: the next one goes on with both. */
@Timeout(300)
class RegistrationsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Gid GROUP = new Gid(0xFF15_0000_0000_0000L, 0x5EED);
  private static final long FOR_EVER = 0xFFFF_FFFFL;
  private static final int LASTING = 7;
  private static final int ENDING = 8;

  @TempDir private Path folder;

  @Test
  void shouldOutliveTheirMaster() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = SmCluster.startPatient(folder, subnet, 2)) {
      Fabric fabric = subnet.fabric();
      int[] ports = new int[3];
      for (int host = 0; host < ports.length; host++) {
        ports[host] = fabric.port(fabric.switchCount() + 3 + host, 1);
      }
      try (Registrant host = new Registrant(subnet.simulator(), ports[0]);
          Registrant other = new Registrant(subnet.simulator(), ports[1])) {
        cluster.awaitQuiet(PATIENCE);
        assertThat(host.register(LASTING, FOR_EVER)).isZero();
        assertThat(host.register(ENDING, 25)).isZero();
        assertThat(host.subscribe()).isZero();
        Set<Integer> askedToRegister = Reregistrations.watch(subnet.simulator());

        cluster.succeed(PATIENCE);
        SmNodeProcess next = cluster.node(cluster.master().getAsInt());
        JsonNode status = next.awaitSubnetUp(PATIENCE);
        assertThat(status.path("services").asInt()).isEqualTo(2);
        assertThat(status.path("subscriptions").asInt()).isEqualTo(1);
        assertThat(other.leaseLeft(LASTING)).isEqualTo(FOR_EVER);
        assertThat(other.leaseLeft(ENDING)).as("as it was granted").isBetween(1L, 25L);
        assertThat(other.subscriptionStatus()).as("it has none").isEqualTo(SaStatus.NO_RECORDS);
        assertThat(host.subscriptionStatus()).isZero();

        assertThat(other.join(GROUP)).isZero();
        await("the new master reports")
            .atMost(PATIENCE)
            .until(() -> host.heard(TrapNumber.GROUP_CREATED, GROUP) == 1);
        cluster.awaitQuiet(PATIENCE);
        checkPortsThatComeAndGo(subnet, host, ports[2]);
        assertThat(host.heard(TrapNumber.GROUP_CREATED, GROUP)).as("once").isEqualTo(1);
        assertThat(askedToRegister).as("not those that were there").containsExactly(ports[2]);
        await("the lease ends").atMost(PATIENCE).until(() -> other.leaseLeft(ENDING) == -1);
        next.awaitStatus("one service is left", PATIENCE, now -> now.path("services").asInt() == 1);
        assertThat(next.get("history").orElseThrow().toString()).contains("the lease has ended");
      }
    }
  }

  /** The port that comes back is the only one that is asked to register again. */
  private static void checkPortsThatComeAndGo(SimulatedSubnet subnet, Registrant host, int port) {
    Gid gid = new Gid(Gid.DEFAULT_PREFIX, subnet.fabric().portGuid(port));
    subnet.unlink(port);
    await("out of service")
        .atMost(PATIENCE)
        .until(() -> host.heard(TrapNumber.PORT_OUT_OF_SERVICE, gid) == 1);
    subnet.relink(port);
    await("in service")
        .atMost(PATIENCE)
        .until(() -> host.heard(TrapNumber.PORT_IN_SERVICE, gid) == 1);
    assertThat(host.heard(TrapNumber.PORT_OUT_OF_SERVICE, gid)).isEqualTo(1);
  }
}
