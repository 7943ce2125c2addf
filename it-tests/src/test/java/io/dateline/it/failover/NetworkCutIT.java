package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.it.kit.JournaledTerms;
import io.dateline.it.kit.Namespaces;
import io.dateline.it.kit.Postgresql;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.sim.SimulatedFabric;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three hosts, set up as docs/THREE-HOSTS.md says, whose management network is cut in each way
 * there is, while all of them still reach the fabric and PostgreSQL. Who is master is read from the
 * fabric: whose Sets take effect.
 */
@Timeout(600)
@Tag("alone")
class NetworkCutIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  /** Ports whose Sets took effect, one after the other, the same only once. */
  private final List<Integer> writers = new ArrayList<>();

  /** One direction between two hosts. */
  private record Way(int from, int to) {}

  @Test
  void shouldNeverHaveTwoMasters() throws Exception {
    try (Namespaces hosts = Namespaces.make(folder, 3);
        Postgresql database = Postgresql.startAt(hosts.outside(), folder);
        SimulatedSubnet subnet =
            SimulatedSubnet.startAt(InetAddress.getByName(hosts.outside()), "torus:4x4");
        SmCluster cluster =
            SmCluster.start(
                folder,
                subnet,
                List.of(hosts.host(0), hosts.host(1), hosts.host(2)),
                database.settings())) {
      watchWriters(subnet);
      Map<Long, Integer> lids = subnet.lids();

      int master = cluster.master().orElseThrow();
      cutOffMaster(hosts, cluster, master, bothWays(master));
      restore(hosts, database, cluster, subnet, lids);

      master = cluster.master().orElseThrow();
      int other = (master + 1) % 3;
      cut(hosts, bothWays(other));
      awaitEnd(cluster, other);
      assertThat(cluster.master()).hasValue(master);
      restore(hosts, database, cluster, subnet, lids);

      master = cluster.master().orElseThrow();
      cutOffMaster(
          hosts,
          cluster,
          master,
          List.of(new Way(master, (master + 1) % 3), new Way(master, (master + 2) % 3)));
      restore(hosts, database, cluster, subnet, lids);

      dieBehindTheCut(hosts, cluster, subnet);
      restore(hosts, database, cluster, subnet, lids);

      for (int host = 0; host < 3; host++) {
        cut(hosts, bothWays(host));
      }
      awaitAtMostOne(cluster);
      restore(hosts, database, cluster, subnet, lids);
    }
  }

  /** The other two go on, and it ends. */
  private void cutOffMaster(Namespaces hosts, SmCluster cluster, int master, List<Way> ways) {
    cut(hosts, ways);
    awaitEnd(cluster, master);
    await("another master")
        .atMost(PATIENCE)
        .until(() -> cluster.master().isPresent() && cluster.master().getAsInt() != master);
    cluster.node(cluster.master().getAsInt()).awaitSubnetUp(PATIENCE);
  }

  /** No line to its process tells of its end, only its port on the fabric does. */
  private void dieBehindTheCut(Namespaces hosts, SmCluster cluster, SimulatedSubnet subnet) {
    int master = cluster.master().orElseThrow();
    cut(hosts, bothWays(master));
    cluster.kill(master);
    int port = cluster.port((master + 1) % 3);
    subnet.unlink(port); // its trap finds nobody: so the simulator learns that the process is gone
    subnet.relink(port);
    await("another master")
        .atMost(PATIENCE)
        .until(() -> cluster.master().isPresent() && cluster.master().getAsInt() != master);
    assertThat(cluster.node((master + 1) % 3).log() + cluster.node((master + 2) % 3).log())
        .contains("its port shows no subnet manager any more");
  }

  private static List<Way> bothWays(int host) {
    List<Way> ways = new ArrayList<>();
    for (int other = 0; other < 3; other++) {
      if (other != host) {
        ways.add(new Way(host, other));
        ways.add(new Way(other, host));
      }
    }
    return ways;
  }

  private static void cut(Namespaces hosts, List<Way> ways) {
    ways.forEach(way -> hosts.cut(way.from(), way.to()));
  }

  /** A node that was voted out ends its process, for whoever started it to start it again. */
  private static void awaitEnd(SmCluster cluster, int node) {
    await("node " + node + " ends").atMost(PATIENCE).until(() -> !cluster.isRunning(node));
  }

  /**
   * Each stops because it is no majority. The last one may see at the ports of the others that they
   * have, before it does: then it goes on.
   */
  private static void awaitAtMostOne(SmCluster cluster) {
    await("at most one is left")
        .atMost(PATIENCE)
        .until(() -> IntStream.range(0, 3).filter(cluster::isRunning).count() <= 1);
  }

  private void restore(
      Namespaces hosts,
      Postgresql database,
      SmCluster cluster,
      SimulatedSubnet subnet,
      Map<Long, Integer> lids)
      throws Exception {
    assertThat(writersSoFar(subnet))
        .as("nobody wrote again after another one")
        .doesNotHaveDuplicates();
    hosts.heal();
    for (int node = 0; node < 3; node++) {
      if (!cluster.isRunning(node)) {
        cluster.startNode(node);
      }
    }
    OptionalInt master = cluster.master();
    assertThat(master).isPresent();
    cluster.node(master.getAsInt()).awaitSubnetUp(PATIENCE);
    assertThat(subnet.lids()).isEqualTo(lids);
    assertThat(JournaledTerms.read(database.settings()).of(subnet.mKeys()))
        .as("terms of the keys that ports hold")
        .hasSize(1)
        .doesNotContain(JournaledTerms.NONE);
    assertThat(subnet.unservedPairs()).isZero();
    subnet.simulator().execute(simulated -> writers.clear());
  }

  private void watchWriters(SimulatedSubnet subnet) {
    SimulatedFabric.SetObserver observer =
        (senderPort, port, set, isRefused) -> {
          if (!isRefused && (writers.isEmpty() || writers.getLast() != senderPort)) {
            writers.add(senderPort);
          }
        };
    subnet.simulator().execute(simulated -> simulated.onSet(observer));
  }

  private List<Integer> writersSoFar(SimulatedSubnet subnet) {
    return subnet.simulator().call(simulated -> List.copyOf(writers));
  }
}
