package io.dateline.sm.cluster;

import akka.actor.Address;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.ActorContext;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import io.dateline.persistence.lease.ClusterClaim;
import io.dateline.sm.config.ClusterSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Makes a node a member of its cluster. */
public final class ClusterJoin {
  private ClusterJoin() {}

  /**
   * A node that is alone joins itself. Others find or found their cluster, and watch each other.
   *
   * @param sight of the members' ports on the fabric
   * @param onGone told of a member whose process is gone, and how that is known
   */
  public static void begin(
      ActorContext<?> context,
      ClusterSettings settings,
      PortSight sight,
      BiConsumer<Address, String> onGone) {
    ActorSystem<?> system = context.getSystem();
    if (settings.isAlone()) {
      Cluster cluster = Cluster.get(system);
      cluster.manager().tell(Join.create(cluster.selfMember().address()));
    } else {
      ClusterClaim claim = new ClusterClaim(system.settings().config());
      context.spawn(Formation.create(claim, others(settings)), "formation");
      context.spawn(Admission.create(Set.copyOf(settings.nodes())), "admission");
      context.spawn(PeerProbe.create(settings.probeInterval(), sight, onGone), "peer-probe");
    }
  }

  /** Whether this node shuts down because the others have given it up, and go on without it. */
  public static boolean isVotedOut(CoordinatedShutdown shutdown) {
    return shutdown
        .getShutdownReason()
        .equals(Optional.of(CoordinatedShutdown.clusterDowningReason()));
  }

  private static List<Address> others(ClusterSettings settings) {
    return settings.others().stream()
        .map(node -> new Address("akka", ClusterSettings.SYSTEM_NAME, node.host(), node.port()))
        .toList();
  }
}
