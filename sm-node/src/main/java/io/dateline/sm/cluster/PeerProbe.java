package io.dateline.sm.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.Subscribe;
import akka.remote.DefaultFailureDetectorRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Watches the processes of the other members that are Up. When one is gone, its failure detector
 * here is told, so that it is unreachable at once, and it is downed, which the leader may only
 * carry out on an unreachable one. The others follow by gossip.
 *
 * <p>Who leaves in good order is not watched from then on. A process that is gone cannot be master
 * on the other side of a split, so the resolver and its lease need not be asked.
 */
public final class PeerProbe extends AbstractOnMessageBehavior<PeerProbe.Command> {
  /** Its commands come from its own adapters only. */
  public sealed interface Command {}

  private record Changed(Member member) implements Command {}

  private record Gone(Member member) implements Command {}

  private final Cluster cluster;
  private final Duration interval;
  private final Map<UniqueAddress, ActorRef<PeerLine.Command>> lines = new HashMap<>();

  private PeerProbe(ActorContext<Command> context, Duration interval) {
    super(context);
    this.cluster = Cluster.get(context.getSystem());
    this.interval = interval;
    cluster
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(MemberEvent.class, event -> new Changed(event.member())),
                MemberEvent.class));
  }

  /**
   * Watches from the start.
   *
   * @param interval between attempts to reach a port that does not answer
   */
  public static Behavior<Command> create(Duration interval) {
    return Behaviors.setup(context -> new PeerProbe(context, interval));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case Changed(Member member) -> changed(member);
      case Gone(Member member) -> gone(member);
    }
    return this;
  }

  private void changed(Member member) {
    if (member.uniqueAddress().equals(cluster.selfMember().uniqueAddress())) {
      return;
    }
    getContext().getLog().info("Node {} is {}", member.address().hostPort(), member.status());
    if (member.status() == MemberStatus.up()) {
      lines.computeIfAbsent(member.uniqueAddress(), peer -> watch(member));
    } else {
      ActorRef<PeerLine.Command> line = lines.remove(member.uniqueAddress());
      if (line != null) {
        getContext().stop(line);
      }
    }
  }

  private ActorRef<PeerLine.Command> watch(Member member) {
    ActorRef<Command> self = getContext().getSelf();
    Address address = member.address();
    return getContext()
        .spawnAnonymous(
            PeerLine.create(
                InetSocketAddress.createUnresolved(
                    address.getHost().orElseThrow(), address.getPort().orElseThrow()),
                interval,
                () -> self.tell(new Gone(member))));
  }

  private void gone(Member member) {
    if (lines.remove(member.uniqueAddress()) == null) {
      return; // it has left in good order meanwhile
    }
    getContext().getLog().warn("The process of node {} is gone", member.address().hostPort());
    tellDetector(member.address());
    cluster.manager().tell(new Down(member.address()));
  }

  private void tellDetector(Address address) {
    var registry =
        akka.cluster.Cluster.get(Adapter.toClassic(getContext().getSystem())).failureDetector();
    if (registry instanceof DefaultFailureDetectorRegistry<Address> detectors) {
      if (!detectors.isMonitoring(address)) {
        detectors.heartbeat(address); // a young member has no detector yet, this makes it one
      }
      var detector = detectors.failureDetector(address);
      if (detector.isDefined() && detector.get() instanceof EvidenceFailureDetector ours) {
        ours.gone();
      }
    }
  }
}
