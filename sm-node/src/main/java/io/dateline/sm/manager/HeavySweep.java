package io.dateline.sm.manager;

import io.dateline.fabric.Routing;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.actors.generation.ActivatedTables;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Extent;
import io.dateline.sm.link.PortPlanner;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.partition.PartitionRun;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The working data of one heavy sweep. Owned by the subnet manager's actor; nothing is persisted.
 */
final class HeavySweep {
  private static final int WARNINGS_MAX = 200;

  final long generation;
  final String reason;
  private final long startedNs;
  private final Map<SweepPhase, Long> phaseNs = new EnumMap<>(SweepPhase.class);
  private final List<String> warnings = new ArrayList<>();
  private final Set<String> told = new HashSet<>(); // of them, in the log
  private SweepPhase phase = SweepPhase.DISCOVERING;
  private long phaseSinceNs;

  Set<SweepWish> wishes = Set.of(); // of operators
  Extent extent = Extent.WHOLE; // that was asked for
  SubnetSettings settings; // that it is made with, from its begin to its end
  Discovered found; // from the end of DISCOVERING on
  List<ManagerInfo> otherManagers = List.of(); // from ADDRESSING on
  LidPlan lids; // from ADDRESSING on
  RouteBook routes; // from the end of DISCOVERING on
  PortPlanner planner; // from ADDRESSING on
  TableRecall recall; // of a term's first sweep, until the engine is asked; null otherwise
  FabricGeneration subnet; // from ROUTING on
  final List<Refusal> refusals = new ArrayList<>(); // of engines that were tried, in that order
  EngineMemory learnt; // of the engine that refused last and has learnt something; null otherwise
  // From the end of PARTITIONS on; empty where ports keep their P_Keys.
  Optional<PartitionRun.Result> keysTold = Optional.empty();
  final BitSet checksToEnd = new BitSet(); // switch ports; as EndedChecks finds them
  boolean cached; // whether the tables of before go on, and no engine was asked
  final BitSet cleared = new BitSet(); // switches whose change bit was; in ACKNOWLEDGING
  final BitSet raised = new BitSet(); // ports that it has taken up from Init; in ARMING
  Contest contest; // of engines that are compared; null where none are
  TableVote vote; // of other nodes on the routing; null where none was asked
  Routing routing; // from JUDGING on
  String digest; // of the routing
  Set<Long> makers = Set.of(); // ports of other nodes that have routed steps of it
  long routingMillis; // that its engine took
  EngineMemory memory; // what its engine wants to be told again; from JUDGING on
  boolean isLockedOut; // most ports hold M_Keys that are not known here; from ADDRESSING on
  BitSet foreign = new BitSet(); // switches whose tables are not known here; from ADDRESSING on
  ManagerInfo heir; // the one that is to have the subnet, from RELEASING on; null otherwise
  boolean isMended; // whether the routing goes on from tables of before; from JUDGING on
  boolean creditLoopFree; // as the engine claims; from JUDGING on
  RoutingCheck check; // the judge's, null before
  LayerAssigner.Reply layersTold; // the layer assigner's, null before
  LayerAssigner.Proven layers; // of the routing, once it is accepted; null when not known
  final ArrayDeque<Integer> toProgram = new ArrayDeque<>(); // switches not yet handed out
  int programming; // switches handed out and not yet answered
  final List<Long> unprogrammed = new ArrayList<>(); // GUIDs of switches without their row
  final List<Long> withoutGroups = new ArrayList<>(); // GUIDs of switches without their groups
  long blocksSent;
  int setsFailed;
  SettledPorts settled; // of the last sweep, if ports are as it left them; from ARMING on its own
  final IntOpenHashSet unaddressed = new IntOpenHashSet(); // end ports that took no LID or key
  BitSet unregistered = new BitSet(); // end ports to be asked to register; from ADDRESSING on
  final IntOpenHashSet registered = new IntOpenHashSet(); // end ports that were asked and answered
  long busiestAnew; // as RoutingPlanned has it; from the plan on
  SubnetStatus.Balance balance; // once it is known, after the end; null before
  SweepOutcome outcome; // from the end of ADDRESSING on
  String failure; // why it did not go through all its steps, or null

  HeavySweep(long generation, String reason, long nowNs) {
    this.generation = generation;
    this.reason = reason;
    startedNs = nowNs;
    phaseSinceNs = nowNs;
  }

  SweepPhase phase() {
    return phase;
  }

  void enter(SweepPhase next, long nowNs) {
    phaseNs.merge(phase, nowNs - phaseSinceNs, Long::sum);
    phase = next;
    phaseSinceNs = nowNs;
  }

  void warn(String sentence) {
    if (warnings.size() < WARNINGS_MAX) {
      warnings.add(sentence);
    }
  }

  /** Takes note of a warning that the log has already. */
  void warnTold(String sentence) {
    warn(sentence);
    told.add(sentence);
  }

  boolean isTold(String sentence) {
    return told.contains(sentence);
  }

  void warn(PortSets.Result result) {
    setsFailed += result.failed();
    result.failures().forEach(this::warn);
  }

  /** Whether it has found, or done, anything that the one before it had not; that may be null. */
  boolean isNewAfter(HeavySweep before) {
    return before == null
        || blocksSent > 0
        || setsFailed > 0
        || !registered.isEmpty()
        || !raised.isEmpty()
        || subnet.topologyId() != before.subnet.topologyId()
        || otherManagers.size() != before.otherManagers.size();
  }

  /** What the next routing begins with, from the first block on that is programmed. */
  ActivatedTables activated() {
    return new ActivatedTables(subnet, routing.engine(), routing.tables(), memory.chain());
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** From the begin to the last change of phase. */
  long totalMillis() {
    return (phaseSinceNs - startedNs) / 1_000_000;
  }

  /** Time spent in each phase that has ended. */
  Map<String, Long> phaseMillis() {
    Map<String, Long> millis = new LinkedHashMap<>();
    phaseNs.forEach(
        (entered, spentNs) ->
            millis.put(entered.name().toLowerCase(Locale.ROOT), spentNs / 1_000_000));
    return millis;
  }
}
