package io.dateline.sm.cluster;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.Subscribe;
import io.dateline.sm.config.NodeAddress;
import java.util.Set;

/**
 * Downs a member whose address is not in {@code dateline.cluster.nodes}. Its certificate was good,
 * or the operator has accepted traffic without; but a node that the others do not know of is no
 * member.
 */
final class Admission {
  private Admission() {}

  static Behavior<MemberEvent> create(Set<NodeAddress> nodes) {
    return Behaviors.setup(
        context -> {
          Cluster cluster = Cluster.get(context.getSystem());
          cluster.subscriptions().tell(Subscribe.create(context.getSelf(), MemberEvent.class));
          return Behaviors.receiveMessage(
              event -> {
                look(context, cluster, nodes, event);
                return Behaviors.same();
              });
        });
  }

  private static void look(
      ActorContext<MemberEvent> context,
      Cluster cluster,
      Set<NodeAddress> nodes,
      MemberEvent event) {
    Member member = event.member();
    boolean isLeft = event instanceof MemberRemoved || member.status() == MemberStatus.down();
    if (isLeft || nodes.contains(address(member))) {
      return;
    }
    context
        .getLog()
        .error(
            "A node at {} has joined that is not in dateline.cluster.nodes: it is sent away",
            member.address().hostPort());
    cluster.manager().tell(new Down(member.address()));
  }

  private static NodeAddress address(Member member) {
    return new NodeAddress(
        member.address().getHost().orElse(""), member.address().getPort().orElse(0));
  }
}
