package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftProgrammer.ProgramMulticast;
import io.dateline.routing.actors.programmer.LftProgrammer.Programmed;
import io.dateline.routing.actors.programmer.LftProgrammer.ProgrammingFailed;
import io.dateline.routing.multicast.GroupTables;
import io.dateline.routing.multicast.HopTrees;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.replica.ReplicaView;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Groups of adapters on a ring of six switches; every programmer is played by this test. */
class GroupSweepsTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());
  private static final long PATIENCE_S = 20;
  private static final int MLID = 0xC000;

  private final Fabric wired = TopologySpec.parse("torus:6").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(wired));
  private final MadExchange exchange =
      Transactor.open(
          simulator.attach(wired.port(wired.switchCount(), 1)), ExchangeSettings.DEFAULT);
  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> wentOn = new LinkedBlockingQueue<>();
  private final TestProbe<SubnetManager.Command> sweepsAsked = KIT.createTestProbe();
  private final AtomicInteger answersGiven = new AtomicInteger();
  private final AtomicInteger answersTaken = new AtomicInteger();
  private volatile List<MulticastGroup> groups = List.of();
  private volatile List<Integer> unknown = List.of(); // switches that others may have told
  private final SmStanding standing = new SmStanding(1, ServiceKeys.set(1, 1), 0);
  private ActorRef<SubnetManager.Command> manager;
  private Situation situation;
  private Fabric fabric;

  /** What a switch's programmer was asked. */
  private record Asked(long switchGuid, ProgramMulticast command) {
    MulticastRow row() {
      return MulticastRow.of(command.blocks(), command.masks());
    }
  }

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  // Told to the manager of this test, which knows these commands otherwise.
  private static final SubnetManager.Command CHANGED = new SubnetManager.LookAround();
  private static final SubnetManager.Command STEP = new SubnetManager.Begin();
  private static final SubnetManager.Command ENDED = new SubnetManager.PollDue();

  /** Between sweeps; switches are known to hold nothing. */
  private void start() throws Exception {
    standing.enter(SmState.MASTER);
    SubnetManagerSetup setup = setup();
    situation = new Situation(setup);
    situation.active = sweep(1);
    fabric = situation.active.found.fabric();
    manager =
        KIT.spawn(
            Behaviors.setup(
                context -> {
                  GroupSweeps sweeps = new GroupSweeps(context, setup, situation, state -> groups);
                  sweeps.recallAll(fabric);
                  unknown.forEach(node -> sweeps.forget(fabric.nodeGuid(node)));
                  return Behaviors.receiveMessage(
                      message -> {
                        on(sweeps, message);
                        return Behaviors.same();
                      });
                }));
  }

  private void on(GroupSweeps sweeps, SubnetManager.Command message) {
    SubnetState state = SubnetState.EMPTY;
    switch (message) {
      case GroupSweeps.Step step -> {
        sweeps.take(state, step);
        if (step instanceof GroupSweeps.Told) {
          answersTaken.incrementAndGet();
        }
      }
      case SubnetManager.LookAround look -> sweeps.changed(state);
      case SubnetManager.Begin begin -> {
        situation.sweep = sweep(2);
        sweeps.beginStep(state, then -> wentOn.add(situation.phase().name()));
      }
      case SubnetManager.PollDue due -> {
        situation.sweepEnded();
        sweeps.beginIfChanged(state);
      }
      default -> sweepsAsked.ref().tell(message);
    }
  }

  private HeavySweep sweep(long generation) {
    HeavySweep sweep = new HeavySweep(generation, "test", System.nanoTime());
    sweep.found =
        situation.active != null
            ? situation.active.found
            : Discovery.run(exchange, DiscoveryKeys.NONE).toCompletableFuture().join();
    Fabric found = sweep.found.fabric();
    sweep.lids =
        LidAssigner.plan(found, SubnetState.EMPTY.lids(), sweep.found.localPort(), 0, false);
    sweep.routing = Routing.singleLane("test", new ForwardingTables(found.switchCount(), 12));
    sweep.outcome = new SweepOutcome(List.of(), Optional.empty());
    return sweep;
  }

  private SubnetManagerSetup setup() {
    return new SubnetManagerSetup(
        "test",
        SubnetSettings.of(ConfigFactory.load()),
        exchange,
        null,
        null,
        null,
        new PlayedSharding<>(LftProgrammer.TYPE_KEY, this::programmer),
        null,
        () -> ReplicaView.EMPTY,
        null,
        64,
        Runnable::run,
        () -> TermKeys.shared(1),
        new OwnTerms(),
        standing,
        new Violations(() -> null, InstantSource.system()),
        () -> new Peers(Set.of(), Set.of()),
        () -> true,
        view -> {},
        now -> {},
        status -> {});
  }

  /** Of adapters at switches, by their numbers in order of GUID. */
  private static MulticastGroup group(Fabric fabric, int mlid, int... atSwitches) {
    List<MulticastGroup.Member> members = new ArrayList<>();
    for (int port : fabric.endPorts()) {
      if (!fabric.isSwitch(fabric.nodeOf(port))
          && Arrays.stream(atSwitches).anyMatch(at -> at == fabric.switchAt(port))) {
        members.add(
            new MulticastGroup.Member(fabric.portGuid(port), MulticastGroup.FULL_MEMBER, false));
      }
    }
    return new MulticastGroup(
        1,
        mlid,
        mlid,
        new MulticastGroup.Terms(1, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2),
        false,
        members);
  }

  private Asked next() throws InterruptedException {
    Asked next = asked.poll(PATIENCE_S, TimeUnit.SECONDS);
    assertThat(next).as("a programmer is asked").isNotNull();
    return next;
  }

  /** Answers as many; returns the switches, by their numbers. */
  private Set<Integer> answer(int count) throws InterruptedException {
    Set<Integer> switches = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      switches.add(answer(next()));
    }
    return switches;
  }

  private int answer(Asked one) {
    answersGiven.incrementAndGet();
    one.command().replyTo().tell(new Programmed(one.command().generation(), 1, 0, 1));
    return fabric.nodeByGuid(one.switchGuid());
  }

  /** All that was told before has been dealt with. */
  private void settle() {
    sweepsAsked.awaitAssert(
        () -> {
          assertThat(answersTaken).hasValue(answersGiven.get());
          return null;
        });
    SubnetManager.Command mark = new SubnetManager.Stop();
    manager.tell(mark);
    sweepsAsked.fishForMessage(
        Duration.ofSeconds(PATIENCE_S),
        message ->
            message == mark ? FishingOutcomes.complete() : FishingOutcomes.continueAndCollect());
  }

  private MulticastRow wanted(int node) {
    int[] room = {64, 64, 64, 64, 64, 64};
    GroupTables tables =
        GroupTables.of(
            fabric,
            situation.active.routing,
            new HopTrees(fabric, room),
            groups.stream().map(this::members).toList(),
            room);
    return tables.tables().row(node);
  }

  private MulticastMembers members(MulticastGroup group) {
    return MulticastMembers.receiving(
        group.mlid(),
        group.members().stream()
            .mapToInt(member -> fabric.endPortByGuid(member.portGuid()))
            .toArray());
  }

  @Test
  void shouldTellOnlySwitchesWhoseEntriesChange() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    for (int i = 0; i < 2; i++) {
      Asked one = next();
      int node = answer(one);
      assertThat(one.row()).isEqualTo(wanted(node)).isNotEqualTo(MulticastRow.EMPTY);
      assertThat(one.command().onlyTake()).isFalse();
      assertThat(one.command().isSeenNow()).isFalse();
    }
    settle();
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(wanted(0));

    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 3, 4));
    manager.tell(CHANGED);
    assertThat(answer(2)).hasSize(2);
    settle();
    assertThat(asked).isEmpty();
    groups = List.of(groups.getLast());
    manager.tell(CHANGED);
    assertThat(answer(2)).containsExactly(0, 1);
    settle();
    assertThat(asked).isEmpty();
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(MulticastRow.EMPTY);
  }

  @Test
  void shouldTakePortsAwayEverywhereBeforeAnyAreAdded() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1, 5));
    manager.tell(CHANGED);
    answer(3);
    groups = List.of(group(fabric, MLID, 1, 3));
    manager.tell(CHANGED);
    List<Asked> taking = List.of(next(), next(), next());
    settle();
    assertThat(asked).isEmpty();
    assertThat(taking).allSatisfy(one -> assertThat(one.command().onlyTake()).isTrue());
    answer(taking.get(0));
    answer(taking.get(1));
    settle();
    assertThat(asked).as("one has not answered").isEmpty();
    answer(taking.get(2));

    assertThat(next().command().onlyTake()).isFalse();
  }

  @Test
  void shouldHaveOneRunForAllChangesDuringRun() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    List<Asked> first = List.of(next(), next());
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 0, 1));
    manager.tell(CHANGED);
    groups = List.of(groups.getFirst(), groups.getLast(), group(fabric, MLID + 2, 0, 1));
    manager.tell(CHANGED);
    settle();
    assertThat(asked).isEmpty();
    first.forEach(this::answer);

    Asked one = next();
    assertThat(one.row().topMlid()).isEqualTo(MLID + 2);
    answer(one);
    answer(1);
    settle();
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldBeStepOfSweepThatTellsWhoeverHasEntries() throws Exception {
    start();
    manager.tell(STEP);
    assertThat(wentOn.poll(PATIENCE_S, TimeUnit.SECONDS)).as("no groups").isEqualTo("DISCOVERING");
    manager.tell(ENDED);
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    answer(2);
    settle();

    manager.tell(STEP);
    List<Asked> told = List.of(next(), next());
    assertThat(told)
        .allSatisfy(
            one -> {
              assertThat(one.command().isSeenNow()).isTrue();
              assertThat(one.command().generation()).isEqualTo(2);
              assertThat(one.row().isEmpty()).isFalse();
            });
    assertThat(wentOn).isEmpty();
    told.forEach(this::answer);
    assertThat(wentOn.poll(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo("MULTICAST");
    settle();
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldLetJoinsDuringSweepBePartOfItOrFollowIt() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(STEP);
    List<Asked> told = List.of(next(), next());
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 0, 1));
    manager.tell(CHANGED);
    told.forEach(this::answer);
    assertThat(wentOn.poll(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo("MULTICAST");
    settle();
    assertThat(asked).as("the sweep is under way").isEmpty();

    manager.tell(ENDED);
    assertThat(next().row().topMlid()).isEqualTo(MLID + 1);
  }

  @Test
  void shouldWaitInSweepForRunThatIsUnderWay() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    List<Asked> first = List.of(next(), next());
    manager.tell(STEP);
    settle();
    assertThat(asked).isEmpty();
    first.forEach(this::answer);

    assertThat(answer(2)).hasSize(2);
    assertThat(wentOn.poll(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo("MULTICAST");
  }

  @Test
  void shouldAskForSweepWhenSwitchFailsAndTellItAgain() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    Asked failing = next();
    fail(failing);
    answer(1);
    assertThat(sweepsAsked.receiveMessage())
        .isEqualTo(new SubnetManager.Sweep("a switch did not take its multicast entries"));

    manager.tell(STEP);
    List<Asked> told = new ArrayList<>(List.of(next()));
    assertThat(told.getFirst().command().onlyTake()).as("nobody knows what it holds").isTrue();
    assertThat(told.getFirst().switchGuid()).isEqualTo(failing.switchGuid());
    answer(told.getFirst());
    Asked again = next();
    fail(again);
    answer(1);
    assertThat(wentOn.poll(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo("MULTICAST");
    assertThat(situation.sweep.withoutGroups).containsExactly(again.switchGuid());
    assertThat(SweepOutcome.of(situation.sweep).errors().toString())
        .contains("1 of 6 switches without their multicast entries");
    sweepsAsked.expectNoMessage(Duration.ZERO);
  }

  @Test
  void shouldTellNothingMoreWhenItIsNotInChargeAnyMore() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    List<Asked> first = List.of(next(), next());
    answer(first.getFirst());
    settle();
    standing.enter(SmState.STANDBY);
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 3, 4));
    manager.tell(CHANGED);
    answer(first.getLast());
    settle();
    assertThat(asked).isEmpty();

    standing.enter(SmState.MASTER);
    manager.tell(CHANGED);
    settle();
    assertThat(asked).as("nobody has looked yet who else is there").isEmpty();
    manager.tell(STEP);
    Asked again = next();
    assertThat(again.switchGuid()).isEqualTo(first.getLast().switchGuid());
    assertThat(again.command().onlyTake()).as("nobody knows what it holds").isTrue();
    answer(again);
    answer(4);
    assertThat(wentOn.poll(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo("MULTICAST");
  }

  @Test
  void shouldNotListenToWhatManagerBeforeItHasAsked() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    next();
    next();
    for (int node = 0; node < 2; node++) {
      answersGiven.incrementAndGet();
      manager.tell(
          new GroupSweeps.Told(
              1,
              new GroupRun.Telling(node, wanted(node), false, false),
              new Programmed(1, 1, 0, 1)));
    }
    settle();
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(MulticastRow.EMPTY);
  }

  @Test
  void shouldClearWhatOthersMayHaveLeftBeforeAnyPortsAreAdded() throws Exception {
    unknown = List.of(1, 3);
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    manager.tell(CHANGED);
    List<Asked> clearing = List.of(next(), next());
    settle();
    assertThat(asked).isEmpty();
    for (Asked one : clearing) {
      assertThat(one.command().onlyTake()).isTrue();
      assertThat(one.command().blocks()).containsExactly(0);
      assertThat(one.command().positions()).as("of its 36 ports").isEqualTo(3);
      answer(one);
    }
    assertThat(answer(3)).containsExactly(0, 1, 3);
  }

  @Test
  void shouldNotWaitForSickSwitchAtEveryJoin() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1, 2));
    failInSweep(fabric.nodeGuid(1));
    settle();
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 0, 1));
    manager.tell(CHANGED);
    assertThat(answer(1)).containsExactly(0);
    settle();
    assertThat(asked).isEmpty();
    sweepsAsked.expectNoMessage(Duration.ZERO);

    groups = List.of(groups.getFirst());
    manager.tell(CHANGED);
    Asked other = next();
    fail(other);
    assertThat(sweepsAsked.receiveMessage()).isInstanceOf(SubnetManager.Sweep.class);
  }

  private void failInSweep(long switchGuid) throws InterruptedException {
    manager.tell(STEP);
    String went = wentOn.poll();
    while (went == null) {
      Asked one = asked.poll(10, TimeUnit.MILLISECONDS);
      if (one != null && one.switchGuid() == switchGuid) {
        fail(one);
      } else if (one != null) {
        answer(one);
      }
      went = wentOn.poll();
    }
    manager.tell(ENDED);
  }

  @Test
  void shouldDoWithoutSwitchThatFailsInSweepAfterSweepAndThenTakeItBack() throws Exception {
    start();
    groups = List.of(group(fabric, MLID, 0, 1, 2));
    long sick = fabric.nodeGuid(1);
    failInSweep(sick);
    failInSweep(sick);
    settle();
    assertThat(sendsTo(0, 1)).isTrue();

    failInSweep(sick);
    settle();
    assertThat(sendsTo(0, 1)).as("the sick one").isFalse();
    assertThat(sendsTo(0, 5)).as("the other way round").isTrue();
    failInSweep(0); // nobody
    settle();
    while (!allHaveWhatIsWanted()) {
      answer(next());
      settle(); // or the last answer may not have been taken when the loop asks whether it was
    }
    assertThat(sendsTo(0, 1)).as("the sick one, taken back").isTrue();
    assertThat(asked).isEmpty();
  }

  private boolean allHaveWhatIsWanted() {
    return IntStream.range(0, fabric.switchCount())
        .allMatch(node -> situation.multicast.apply(fabric.nodeGuid(node)).equals(wanted(node)));
  }

  private boolean sendsTo(int from, int to) {
    return situation.multicast.apply(fabric.nodeGuid(from)).ports(MLID).stream()
        .map(number -> fabric.peer(fabric.port(from, number)))
        .anyMatch(peer -> fabric.nodeOf(peer) == to);
  }

  private void fail(Asked one) {
    answersGiven.incrementAndGet();
    long generation = one.command().generation();
    one.command().replyTo().tell(new ProgrammingFailed(generation, new int[] {0}, "silent"));
  }

  /** A programmer that is the test's queue. */
  private ActorRef<LftProgrammer.Command> programmer(String entityId) {
    return KIT.spawn(
        Behaviors.receiveMessage(
            message -> {
              asked.add(new Asked(Guid.parseHex(entityId), (ProgramMulticast) message));
              return Behaviors.same();
            }));
  }
}
