package io.dateline.sm.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.ClusterEvent.ReachabilityEvent;
import akka.cluster.ClusterEvent.ReachableMember;
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
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Watches the processes of the other members from the moment that they are Up. When one is gone,
 * its failure detector here is told, so that it is unreachable at once, and it is downed, which the
 * leader may only carry out on an unreachable one. The others follow by gossip.
 *
 * <p>Two proofs are taken: the process's connection was closed and its port refuses new ones
 * ({@link PeerLine}); or it cannot be reached and its port on the fabric no longer shows a subnet
 * manager ({@link Peer}). The second is good where the network is cut or a firewall swallows what
 * is sent.
 *
 * <p>A member that leaves is watched until it is out: it may die on the way, with its manager not
 * handed over. One that leaves in order is out by gossip when its process ends, or a moment later.
 * A process that is gone cannot be master on the other side of a split, so the resolver and its
 * lease need not be asked.
 */
public final class PeerProbe extends AbstractOnMessageBehavior<PeerProbe.Command> {
  /** Between looks at a port of which nothing is doubted, until it has once shown a manager. */
  private static final Duration FIRST_LOOKS = Duration.ofSeconds(1);

  /** Between looks at the port of a process that cannot be reached. */
  private static final Duration DOUBTFUL_LOOKS = Duration.ofMillis(100);

  /** From the end of a process that was leaving to the news that it is out. */
  private static final Duration LAST_NEWS = Duration.ofMillis(300);

  /** Its commands come from its own adapters only. */
  public sealed interface Command {}

  private record Changed(Member member) implements Command {}

  private record Reached(Member member, boolean isReached) implements Command {}

  private record Told(Member member, PeerLine.News news) implements Command {}

  private record StillThere(UniqueAddress peer, String proof) implements Command {}

  private record Look(UniqueAddress peer) implements Command {}

  private record Looked(UniqueAddress peer, PortSight.Sign sign) implements Command {}

  private final Cluster cluster;
  private final Duration interval;
  private final PortSight sight;
  private final BiConsumer<Address, String> onGone;
  private final TimerScheduler<Command> timers;
  private final Map<UniqueAddress, Peer> peers = new HashMap<>();

  private PeerProbe(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Duration interval,
      PortSight sight,
      BiConsumer<Address, String> onGone) {
    super(context);
    this.cluster = Cluster.get(context.getSystem());
    this.interval = interval;
    this.sight = sight;
    this.onGone = onGone;
    this.timers = timers;
    cluster
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(MemberEvent.class, event -> new Changed(event.member())),
                MemberEvent.class));
    cluster
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(
                    ReachabilityEvent.class,
                    event -> new Reached(event.member(), event instanceof ReachableMember)),
                ReachabilityEvent.class));
  }

  /**
   * Watches from the start.
   *
   * @param interval between attempts to reach a port that does not answer
   * @param sight of the members' ports on the fabric
   * @param onGone told of a member whose process is gone, and how that is known
   */
  public static Behavior<Command> create(
      Duration interval, PortSight sight, BiConsumer<Address, String> onGone) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new PeerProbe(context, timers, interval, sight, onGone)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case Changed(Member member) -> changed(member);
      case Reached(Member member, boolean isReached) ->
          update(member.uniqueAddress(), peer -> peer.silent(!isReached));
      case Told(Member member, PeerLine.News news) -> told(member.uniqueAddress(), news);
      case StillThere(UniqueAddress address, String proof) -> gone(address, proof);
      case Look(UniqueAddress address) -> look(address);
      case Looked(UniqueAddress address, PortSight.Sign sign) -> looked(address, sign);
    }
    return this;
  }

  private void changed(Member member) {
    UniqueAddress address = member.uniqueAddress();
    if (address.equals(cluster.selfMember().uniqueAddress())) {
      return;
    }
    getContext().getLog().info("Node {} {}", member.address().hostPort(), words(member.status()));
    if (member.status() == MemberStatus.up() || isLeaving(member)) {
      if (peers.containsKey(address)) {
        update(address, peer -> peer.as(member));
      } else {
        peers.put(address, Peer.of(member, watch(member)));
        look(address);
      }
    } else {
      forget(address);
    }
  }

  /** Akka's states of a member, as the rest of a sentence that begins with it. */
  private static String words(MemberStatus status) {
    if (status == MemberStatus.joining() || status == MemberStatus.weaklyUp()) {
      return "joins";
    }
    if (status == MemberStatus.up()) {
      return "is a member";
    }
    if (status == MemberStatus.leaving() || status == MemberStatus.exiting()) {
      return "leaves";
    }
    return status == MemberStatus.down() ? "is given up" : "is no member any more";
  }

  private static boolean isLeaving(Member member) {
    return member.status() == MemberStatus.leaving() || member.status() == MemberStatus.exiting();
  }

  private void forget(UniqueAddress address) {
    Peer peer = peers.remove(address);
    if (peer != null) {
      getContext().stop(peer.line());
      timers.cancel(address);
      timers.cancel(peer.line());
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
                news -> self.tell(new Told(member, news))));
  }

  private void told(UniqueAddress address, PeerLine.News news) {
    switch (news) {
      case CONNECTED -> update(address, peer -> peer.lost(false));
      case LOST -> update(address, peer -> peer.lost(true));
      case GONE -> ended(address, "its process ended");
    }
  }

  private void ended(UniqueAddress address, String proof) {
    Peer peer = peers.get(address);
    if (peer != null && isLeaving(peer.member())) {
      timers.startSingleTimer(peer.line(), new StillThere(address, proof), LAST_NEWS);
    } else {
      gone(address, proof);
    }
  }

  /** A peer that becomes doubtful is looked at at once. */
  private void update(UniqueAddress address, UnaryOperator<Peer> change) {
    Peer before = peers.get(address);
    if (before == null) {
      return; // it is out meanwhile
    }
    Peer after = change.apply(before);
    peers.put(address, after);
    if (after.isDoubtful() && !before.isDoubtful()) {
      look(address);
    }
  }

  private void look(UniqueAddress address) {
    Peer peer = peers.get(address);
    if (peer != null) {
      getContext()
          .pipeToSelf(sight.look(peer.member()), (sign, failure) -> new Looked(address, sign));
    }
  }

  private void looked(UniqueAddress address, PortSight.Sign sign) {
    Peer before = peers.get(address);
    if (before == null) {
      return;
    }
    Peer peer = before.seen(sign);
    peers.put(address, peer);
    if (peer.isGone(sign)) {
      ended(address, "it cannot be reached, and its port shows no subnet manager any more");
    } else if (peer.isDoubtful()) {
      timers.startSingleTimer(address, new Look(address), DOUBTFUL_LOOKS);
    } else if (!peer.hasShown()) {
      timers.startSingleTimer(address, new Look(address), FIRST_LOOKS);
    }
  }

  private void gone(UniqueAddress address, String proof) {
    if (!peers.containsKey(address)) {
      return; // it is out meanwhile
    }
    forget(address);
    getContext()
        .getLog()
        .warn("The process of node {} is gone: {}", address.address().hostPort(), proof);
    onGone.accept(address.address(), proof);
    tellDetector(address.address());
    cluster.manager().tell(new Down(address.address()));
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
