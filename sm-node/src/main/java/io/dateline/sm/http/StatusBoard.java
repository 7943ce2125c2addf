package io.dateline.sm.http;

import io.dateline.fabric.Guid;
import io.dateline.sm.alive.Health;
import io.dateline.sm.log.BuildId;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.manager.TrapBook;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.qos.QosPolicy;
import io.dateline.sm.replica.ReplicaStatus;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** The newest of what lives on this node, written by the parts that know it, read by any caller. */
public final class StatusBoard {
  private final SaCounters saCounters;
  private final Violations violations;
  private final Supplier<Optional<String>> oldestNode;
  private final Supplier<Optional<QosPolicy>> policy;
  private final QuotaStatus.Source quotas;
  private volatile SubnetStatus status;
  private volatile SubnetView view;
  private volatile ReplicaStatus replica;
  private volatile long replicaNs; // when it was said
  private volatile Supplier<Health> health = () -> Health.notReady("it is starting");
  private volatile Supplier<Optional<String>> managerTrouble = Optional::empty;
  private volatile Supplier<VitalSigns> signs = () -> null;
  private volatile JournalSize journal;
  private volatile Supplier<Optional<List<Long>>> switches = Optional::empty;
  private volatile Supplier<TrafficStatus> traffic = () -> null;
  private volatile Optional<TrapBook> traps = Optional.empty();
  private volatile Supplier<SettingsStatus> settings = () -> null;
  private volatile LongFunction<Map<Long, Long>> makers = generation -> Map.of();

  /**
   * A board of one node.
   *
   * @param oldestNode HOST:PORT of the oldest one of the cluster
   * @param policy of quality of service that this node has read, as of now
   * @param quotas knows what ports were refused
   */
  public StatusBoard(
      SaCounters saCounters,
      Violations violations,
      Supplier<Optional<String>> oldestNode,
      Supplier<Optional<QosPolicy>> policy,
      QuotaStatus.Source quotas) {
    this.violations = violations;
    this.saCounters = saCounters;
    this.oldestNode = oldestNode;
    this.quotas = quotas;
    this.policy = policy;
  }

  public void status(SubnetStatus newest) {
    status = newest;
  }

  public void view(SubnetView newest) {
    view = newest;
  }

  public void replica(ReplicaStatus newest) {
    replicaNs = System.nanoTime();
    replica = newest;
  }

  /**
   * What knows from now on how the node is.
   *
   * @param trouble what is wrong with the subnet manager, where what it said last is out of date
   */
  public void watched(
      Supplier<Health> newHealth,
      Supplier<Optional<String>> trouble,
      Supplier<VitalSigns> newSigns) {
    managerTrouble = trouble;
    signs = newSigns;
    health = newHealth;
  }

  /** How the node is now. */
  public Health health() {
    return health.get();
  }

  /** What knows the GUIDs of the switches whose programmers live on this node, ascending. */
  public void programmers(Supplier<Optional<List<Long>>> known) {
    switches = known;
  }

  public void journal(JournalSize newest) {
    journal = newest;
  }

  /**
   * What knows, where this node has had a chain compute a generation, GUIDs of the ports of other
   * nodes that have routed steps of it, by step.
   */
  public void makers(LongFunction<Map<Long, Long>> known) {
    makers = known;
  }

  Map<Long, Long> makers(long generation) {
    return makers.apply(generation);
  }

  /** What knows how this node's settings are. */
  public void settings(Supplier<SettingsStatus> known) {
    settings = known;
  }

  /** What knows how this node's traffic is protected. */
  public void traffic(Supplier<TrafficStatus> known) {
    traffic = known;
  }

  /** What knows which traps have come to this node. */
  public void traps(TrapBook known) {
    traps = Optional.of(known);
  }

  /** Which traps have come to this node, once that is known. */
  Optional<TrapBook> traps() {
    return traps;
  }

  /** Empty until this node's subnet manager or its replica has begun. */
  Optional<NodeStatus> status() {
    if (status == null && replica == null) {
      return Optional.empty();
    }
    Health now = health();
    Optional<SubnetStatus> manager = manager();
    boolean isLeftToOther =
        manager.map(SubnetStatus::role).filter(SubnetStatus::isLeftToOther).isPresent();
    Optional<List<Long>> programmed = isLeftToOther ? Optional.of(List.of()) : switches.get();
    return Optional.of(
        new NodeStatus(
            manager.orElse(null),
            now.isReady(),
            now.isReady() ? null : now.reason(),
            signs.get(),
            saCounters.seen(),
            quotas.now(),
            journal,
            replica,
            programmed
                .map(
                    all -> all.stream().limit(NodeStatus.SWITCHES_NAMED).map(Guid::format).toList())
                .orElse(null),
            programmed.map(List::size).orElse(null),
            oldestNode.get().orElse(null),
            policy
                .get()
                .map(read -> new NodeStatus.Policy(read.rules().size(), read.digest()))
                .orElse(null),
            settings.get(),
            traffic.get(),
            violations.last(),
            traps.map(TrapBook::last).orElse(List.of()),
            BuildId.OWN));
  }

  /** What the subnet manager said last, and whether it is still there to say it. */
  public Optional<SubnetStatus> manager() {
    SubnetStatus said = status;
    return said == null
        ? Optional.empty()
        : Optional.of(
            managerTrouble
                .get()
                .map(trouble -> said.inRole(SubnetStatus.SILENT + ": " + trouble))
                .orElse(said));
  }

  /** Since the replica said something, in ns. */
  public long replicaAgeNs() {
    return System.nanoTime() - replicaNs;
  }

  /** What the replica said last. */
  public Optional<ReplicaStatus> replica() {
    return Optional.ofNullable(replica);
  }

  /** Violations of keys that this node was told. */
  Violations violations() {
    return violations;
  }

  /** Empty until a routing was planned, or gone on with, under this node. */
  public Optional<SubnetView> view() {
    return Optional.ofNullable(view);
  }
}
