package io.dateline.sm.node;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.ClusterEvent.MemberUp;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.SelfUp;
import akka.cluster.typed.Subscribe;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Guid;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.log.BuildId;
import io.dateline.sm.manager.Peers;
import io.dateline.sm.manager.SmStanding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The ports into the fabric of all nodes of this cluster, and their priorities as subnet managers.
 * Each node's are roles of its member: so all know them as soon as they know the member, before it
 * is Up, and for as long. And a node says on the fabric that it is a subnet manager only while it
 * is Up. So the master never takes a node of its own cluster for a stranger.
 */
final class ClusterPorts {
  private static final String PORT_PREFIX = "sm-port-";
  private static final String PRIORITY_PREFIX = "sm-priority-";

  /** A member of an earlier version, whose programmers all live beside the master, has it not. */
  private static final String PROGRAMS = "sm-programs";

  /** Engines of another build may give other tables; one of an earlier version has it not. */
  private static final String BUILD_PREFIX = "sm-build-";

  private static final String ROLES = "akka.cluster.roles";

  private final Cluster cluster;
  private final Set<Long> former = ConcurrentHashMap.newKeySet();
  private final Set<Member> wereUp = ConcurrentHashMap.newKeySet();
  private final Map<Address, String> proofs = new ConcurrentHashMap<>(); // that a process is gone
  private volatile String elderEnd = "";
  private volatile LongConsumer onGone = port -> {};

  /** Takes note of members from now on. */
  ClusterPorts(ActorContext<?> context) {
    cluster = Cluster.get(context.getSystem());
    ActorRef<MemberEvent> members =
        context.spawn(
            Behaviors.receiveMessage(
                event -> {
                  addPorts(event.member(), former);
                  if (event instanceof MemberUp) {
                    wereUp.add(event.member());
                  }
                  if (event instanceof MemberRemoved removed) {
                    ended(removed);
                    portGuid(removed.member()).ifPresent(port -> onGone.accept(port));
                  }
                  return Behaviors.same();
                }),
            "cluster-ports");
    cluster.subscriptions().tell(Subscribe.create(members, MemberEvent.class));
  }

  /**
   * From now on the manager is told of nodes that are no members any more, and may live.
   *
   * @param isHere whether it is on this node
   */
  void onGone(BooleanSupplier isHere, LongConsumer told) {
    onGone =
        port -> {
          if (isHere.getAsBoolean()) {
            told.accept(port);
          }
        };
  }

  /** The settings of a node, with its port and its priority among its roles. */
  static Config withRoles(Config config, long portGuid, int priority) {
    List<String> roles = new ArrayList<>(config.getStringList(ROLES));
    roles.add(PORT_PREFIX + Guid.hex16(portGuid));
    roles.add(PRIORITY_PREFIX + priority);
    roles.add(PROGRAMS);
    roles.add(BUILD_PREFIX + BuildId.OWN.version() + "-" + BuildId.OWN.commit());
    return ConfigFactory.parseMap(Map.of(ROLES, roles), "the node's port").withFallback(config);
  }

  /**
   * The priority of the cluster, which is one subnet manager: the lowest of its members'. While it
   * is raised on one node after the other, none shows more than the manager would stand by, or
   * another subnet manager would hand over to it and be handed the subnet back, for ever.
   *
   * @param own this node's, which counts before it is a member, too
   */
  int priority(int own) {
    return members().flatMapToInt(ClusterPorts::priority).reduce(own, Math::min);
  }

  /** A member's; none of an older version. */
  private static IntStream priority(Member member) {
    return roles(member, PRIORITY_PREFIX).mapToInt(Integer::parseInt);
  }

  /** What a member's roles with a prefix say after it. */
  private static Stream<String> roles(Member member, String prefix) {
    return member.getRoles().stream()
        .filter(role -> role.startsWith(prefix))
        .map(role -> role.substring(prefix.length()));
  }

  /** Ports of all members that this node knows of, and knew of. */
  Peers peers() {
    Set<Long> members = new HashSet<>();
    cluster.state().getMembers().forEach(member -> addPorts(member, members));
    return new Peers(members, Set.copyOf(former), hosts(), triers(), elderEnd());
  }

  private Stream<Member> members() {
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false);
  }

  /** Ports of those that programmers may live on. */
  private Set<Long> hosts() {
    if (!members().filter(ClusterPorts::isIn).allMatch(member -> member.hasRole(PROGRAMS))) {
      return Set.of();
    }
    return ports(members().filter(member -> member.status() == MemberStatus.up()));
  }

  /** Ports of those that compute for the master, too. */
  private Set<Long> triers() {
    return triers(members(), cluster.selfMember());
  }

  /** The same of some members: those of this node's build. */
  static Set<Long> triers(Stream<Member> members, Member self) {
    List<String> builds = roles(self, BUILD_PREFIX).toList();
    return ports(
        members.filter(
            member ->
                member.status() == MemberStatus.up()
                    && roles(member, BUILD_PREFIX).anyMatch(builds::contains)));
  }

  private static Set<Long> ports(Stream<Member> members) {
    Set<Long> ports = new HashSet<>();
    members.forEach(member -> addPorts(member, ports));
    return ports;
  }

  /** Where the member is that has a port. */
  Optional<Address> nodeOf(long portGuid) {
    return members()
        .filter(member -> portGuid(member).equals(OptionalLong.of(portGuid)))
        .findFirst()
        .map(Member::address);
  }

  /**
   * The port of a member that programmers may live on.
   *
   * @param address with local scope for this node
   */
  OptionalLong hostPort(Address address) {
    Address sought = address.hasLocalScope() ? cluster.selfMember().address() : address;
    return members()
        .filter(member -> member.address().equals(sought))
        .filter(member -> member.status() == MemberStatus.up() && member.hasRole(PROGRAMS))
        .findFirst()
        .map(ClusterPorts::portGuid)
        .orElse(OptionalLong.empty());
  }

  /** One that leaves hands over before it is out. */
  private String elderEnd() {
    Member self = cluster.selfMember();
    return members()
        .filter(member -> member.isOlderThan(self) && isLeaving(member))
        .min(Member.ageOrdering())
        .map(member -> "the node at %s leaves".formatted(address(member)))
        .orElse(elderEnd);
  }

  private static boolean isIn(Member member) {
    return member.status() == MemberStatus.up() || isLeaving(member);
  }

  private static boolean isLeaving(Member member) {
    return member.status() == MemberStatus.leaving() || member.status() == MemberStatus.exiting();
  }

  /**
   * The process of a member is gone, which the cluster will hear next.
   *
   * @param proof how that is known
   */
  void gone(Address member, String proof) {
    proofs.put(member, proof);
  }

  private void ended(MemberRemoved removed) {
    Member member = removed.member();
    if (member.isOlderThan(cluster.selfMember())) {
      String proof = proofs.getOrDefault(member.address(), "the others get no answer from it");
      elderEnd =
          "the node at %s %s"
              .formatted(
                  address(member),
                  removed.previousStatus() == MemberStatus.down() ? "is lost: " + proof : "left");
    }
  }

  /**
   * Whether this node has met one that is older in this cluster. The oldest one manages the subnet:
   * where this node does, it has seen the one that did before.
   */
  boolean sawElder() {
    Member self = cluster.selfMember();
    return wereUp.stream().anyMatch(member -> member.isOlderThan(self));
  }

  /** HOST:PORT of the member that manages the subnet; empty while there is none that is Up. */
  Optional<String> oldest() {
    return members()
        .filter(member -> member.status() == MemberStatus.up())
        .min(Member.ageOrdering())
        .map(ClusterPorts::address);
  }

  /** Names this node: where the others reach it, and its port into the fabric. */
  String own(String portName) {
    return "%s (port %s)".formatted(address(cluster.selfMember()), portName);
  }

  private static String address(Member member) {
    return member.address().hostPort().replaceFirst(".*@", "");
  }

  private static void addPorts(Member member, Set<Long> ports) {
    portGuid(member).ifPresent(ports::add);
  }

  /** GUID of a member's port into the fabric. */
  static OptionalLong portGuid(Member member) {
    return roles(member, PORT_PREFIX)
        .mapToLong(guid -> Long.parseUnsignedLong(guid, 16))
        .findFirst();
  }

  /** Shows this node on the fabric, as one that stands by, once it is a member. */
  void appearWhenUp(ActorContext<?> context, MadExchange exchange, SmStanding standing) {
    ActorRef<SelfUp> up =
        context.spawn(
            Behaviors.receiveMessage(
                message -> {
                  standing.appear();
                  exchange.setSubnetManager(true);
                  return Behaviors.stopped();
                }),
            "appear-when-up");
    cluster.subscriptions().tell(Subscribe.create(up, SelfUp.class));
  }
}
