package io.dateline.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.fabric.Fabric;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.StandInManager;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.manager.SmControl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The nodes of a cluster are several subnet managers on the fabric, and one in what they do. */
@Timeout(240)
class ClusterSmInfoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private static int port(Fabric fabric, int adapter) {
    return fabric.port(fabric.switchCount() + adapter, 1);
  }

  @Test
  void shouldStandByWithoutBeingHandedTheSubnetAndTakeWhatIsHandedToAnyNode() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster =
            SmCluster.startPatient(folder, subnet, 2, Map.of("dateline.subnet.sm_key", "1"));
        StandInManager other = new StandInManager(subnet.simulator(), port(subnet.fabric(), 5))) {
      Map<Long, Integer> lids = subnet.lids();
      int first = port(subnet.fabric(), 0);
      int second = port(subnet.fabric(), 1);
      cluster.kill(0);
      await("the second node is master")
          .atMost(PATIENCE)
          .until(() -> other.look(second).smState() == SmInfo.STATE_MASTER);
      // The node with the lower GUID comes back: no stranger to hand over to.
      cluster.startNode(0);
      await("the first node stands by")
          .atMost(PATIENCE)
          .until(() -> other.look(first).smState() == SmInfo.STATE_STANDBY);
      long sweeps = cluster.node(1).get("status").orElseThrow().path("sweeps").asLong();
      other.show(SmInfo.STATE_STANDBY, 0); // of a GUID that is higher than both
      cluster
          .node(1)
          .awaitStatus("swept again", PATIENCE, status -> status.path("sweeps").asLong() > sweeps);
      assertThat(other.look(second).smState()).isEqualTo(SmInfo.STATE_MASTER);
      assertThat(other.look(first).smState()).isEqualTo(SmInfo.STATE_STANDBY);
      assertThat(other.told()).isEmpty();

      other.show(SmInfo.STATE_STANDBY, 14);
      other.showAgain();
      other.awaitTold(SmControl.HANDOVER);
      other.become(SmInfo.STATE_MASTER);
      await("both stand by")
          .atMost(PATIENCE)
          .until(() -> other.look(second).smState() == SmInfo.STATE_STANDBY);
      // Handed to the node where the manager is not.
      assertThat(other.tell(first, SmControl.HANDOVER)).isZero();
      other.show(SmInfo.STATE_STANDBY, 0);
      await("the manager has it back")
          .atMost(PATIENCE)
          .until(() -> other.look(second).smState() == SmInfo.STATE_MASTER);
      cluster.node(1).awaitSubnetUp(PATIENCE);
      assertThat(other.look(first).smState()).isEqualTo(SmInfo.STATE_STANDBY);
      assertThat(cluster.node(1).log()).contains("hands the subnet over");
      assertThat(subnet.lids()).isEqualTo(lids);
      assertThat(subnet.unservedPairs()).isZero();
    }
  }
}
