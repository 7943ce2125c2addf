package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.programmer.MulticastWork;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.ProgrammerReply.Programmed;
import io.dateline.routing.actors.programmer.ProgrammerReply.ProgrammingFailed;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.routing.multicast.GroupTables;
import io.dateline.routing.multicast.HopTrees;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.multicast.MulticastInput;
import io.dateline.sm.multicast.TableRun;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Groups of adapters on a ring of six switches; every programmer is played by this test.
 *
 * <p>Long because all runs, in sweeps and between them, need the same players.
 */
class GroupSweepsTest {
  private static final int MLID = 0xC000;

  private final Fabric wired = TopologySpec.parse("torus:6").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(wired));
  private final MadExchange exchange =
      Transactor.open(
          simulator.attach(wired.port(wired.switchCount(), 1)), ExchangeSettings.DEFAULT);
  private final Queue<Asked> asked = new ArrayDeque<>();
  private final Queue<String> wentOn = new ArrayDeque<>();
  private final Queue<SmCommand> sweepsAsked = new ArrayDeque<>();
  private List<MulticastGroup> groups = List.of();
  private List<Integer> unknown = List.of(); // switches that others may have told
  private final SmStanding standing = new SmStanding(1, ServiceKeys.set(1, 1), () -> 0);
  private SmContext context;
  private GroupSweeps sweeps;
  private PlayedShell shell;
  private Situation situation;
  private Fabric fabric;

  /** What a switch's programmer was asked, and is to answer. */
  private record Asked(
      long switchGuid,
      MulticastWork command,
      long turn,
      CompletableFuture<ProgrammerReply> answer) {
    MulticastRow row() {
      return MulticastRow.of(command.blocks(), command.row().blocks(command.blocks()));
    }
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  // Told to the manager of this test, which knows these commands otherwise.
  private static final SmCommand CHANGED = new SmCommand.LookAround();
  private static final SmCommand STEP = new SmCommand.Begin();
  private static final SmCommand ENDED = new SmCommand.PollDue();

  /** Between sweeps; switches are known to hold nothing. */
  private void start() {
    standing.enter(SmState.MASTER);
    SubnetManagerSetup setup = setup();
    context = SmContext.begin(setup, new Now(7_000, 0));
    situation = context.situation();
    situation.active = sweep(1);
    fabric = situation.active.found.fabric();
    setup.access().open(situation.active, TermKeys.shared(1));
    sweeps = new GroupSweeps(context, state -> groups);
    shell = new PlayedShell(context.out(), this::on);
    sweeps.recallAll(SubnetState.EMPTY, fabric);
    unknown.forEach(node -> sweeps.forget(SubnetState.EMPTY, fabric.nodeGuid(node)));
    shell.settle();
  }

  private void tell(SmCommand message) {
    pass(1_000);
    on(message);
    shell.settle();
  }

  private void pass(long millis) {
    context.time().set(new Now(context.time().nanos() + millis * 1_000_000, 0));
  }

  private void on(SmCommand message) {
    SubnetState state = SubnetState.EMPTY;
    switch (message) {
      case ProgrammerHomes.Answered answered -> context.homes().take(answered).ifPresent(this::on);
      case GroupSweeps.RunPart part -> sweeps.take(state, part);
      case SmCommand.LookAround look -> sweeps.changed(state);
      case SmCommand.GroupTablesDue due -> sweeps.tablesDue(state);
      case SmCommand.Begin begin -> {
        situation.sweep = sweep(2);
        sweeps.beginStep(state, then -> wentOn.add(situation.phase().name()));
      }
      case SmCommand.PollDue due -> {
        situation.sweepEnded();
        sweeps.sweepOver(state);
      }
      default -> sweepsAsked.add(message);
    }
  }

  private HeavySweep sweep(long generation) {
    HeavySweep sweep = new HeavySweep(generation, "test", System.nanoTime());
    sweep.found =
        situation.active != null
            ? situation.active.found
            : Discovery.run(exchange, DiscoveryKeys.NONE).toCompletableFuture().join();
    Fabric found = sweep.found.fabric();
    sweep.routes = new RouteBook(found, sweep.found.localPort());
    sweep.lids =
        LidAssigner.plan(found, SubnetState.EMPTY.lids(), sweep.found.localPort(), 0, false);
    sweep.routing = Routing.singleLane("test", new ForwardingTables(found.switchCount(), 12));
    sweep.outcome = new SweepOutcome(List.of(), Optional.empty());
    return sweep;
  }

  private SubnetManagerSetup setup() {
    TestSetup setup = new TestSetup(exchange);
    setup.parallelism = 64;
    setup.standing = standing;
    setup.workers =
        new PlayedWorkers() {
          @Override
          public CompletionStage<ProgrammerReply> program(
              long switchGuid, Work work, long turn, SwitchReach reach, Duration patience) {
            CompletableFuture<ProgrammerReply> answer = new CompletableFuture<>();
            asked.add(new Asked(switchGuid, (MulticastWork) work, turn, answer));
            return answer;
          }
        };
    return setup.make();
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

  private Asked next() {
    shell.settle();
    return asked.remove();
  }

  /** Answers as many; returns the switches, by their numbers. */
  private Set<Integer> answer(int count) {
    Set<Integer> switches = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      switches.add(answer(next()));
    }
    return switches;
  }

  private int answer(Asked one) {
    one.answer().complete(new Programmed(one.command().generation(), 1, 0, 1));
    shell.settle();
    return fabric.nodeByGuid(one.switchGuid());
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
  void shouldTellOnlySwitchesWhoseEntriesChange() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    for (int i = 0; i < 2; i++) {
      Asked one = next();
      int node = answer(one);
      assertThat(one.row()).isEqualTo(wanted(node)).isNotEqualTo(MulticastRow.EMPTY);
      assertThat(one.command().onlyTake()).isFalse();
      assertThat(one.command().isSeenNow()).isFalse();
    }
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(wanted(0));

    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 3, 4));
    tell(CHANGED);
    assertThat(answer(2)).hasSize(2);
    assertThat(asked).isEmpty();
    groups = List.of(groups.getLast());
    tell(CHANGED);
    assertThat(answer(2)).containsExactly(0, 1);
    assertThat(asked).isEmpty();
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(MulticastRow.EMPTY);
  }

  /** A node is lost, and what was asked is asked again: the first answers may still come. */
  @Test
  void shouldHeedTheAnswersToTheLastQuestionsOnly() {
    start();
    context.setup().homes().choose(Set.of(1L, 2L));
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    List<Asked> first = List.of(next(), next());
    context.homes().lost();
    List<Asked> second = List.of(next(), next());
    assertThat(second).allSatisfy(it -> assertThat(it.turn()).isGreaterThan(first.get(1).turn()));
    context.homes().lost();
    List<Asked> third = List.of(next(), next());

    for (Asked late : List.of(first.get(0), second.get(1))) {
      late.answer().complete(new ProgrammingFailed(1, new int[0], "late"));
      shell.settle();
    }
    assertThat(sweepsAsked).isEmpty();
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(MulticastRow.EMPTY);
    third.forEach(this::answer);
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(wanted(0));
    assertThat(asked).isEmpty();
  }

  /** Of two nodes the other is lost: it may have been the one that was asked. */
  @Test
  void shouldAskAgainOnlyWhatMayHaveGoneWithANode() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    next();
    next();
    context.homes().lost();
    answer(2);

    groups = List.of();
    tell(CHANGED);
    List<Asked> here = List.of(next(), next()); // these programmers are known to live here
    context.homes().lost();
    assertThat(asked).isEmpty();
    here.forEach(this::answer);
  }

  /** Another manager has the subnet by now. */
  @Test
  void shouldTellNothingMoreWhenOutOfCharge() {
    start();
    List<SmCommand> told = new ArrayList<>();
    PlayedShell end = new PlayedShell(context.out(), told::add);
    ProgrammerHomes.Question question =
        new ProgrammerHomes.Question(
            fabric.nodeGuid(0),
            new MulticastWork(1, 0, 1, new int[0], MulticastRow.EMPTY, false, false, false),
            1,
            0,
            reply -> new StepEnded.ProgrammerReplied(1, fabric.nodeGuid(0), reply));
    standing.enter(SmState.STANDBY);
    context.homes().askAgain(new ProgrammerHomes.AskAgain(question));
    end.settle();
    assertThat(asked).isEmpty();
    assertThat(told)
        .singleElement()
        .satisfies(command -> assertThat(command.toString()).contains("does not manage"));
  }

  /** Those of an earlier term are void for programmers. */
  @Test
  void shouldAskInTurnsThatGrowWithEachTerm() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    context.homes().termBegins(3);
    tell(CHANGED);
    long turn = next().turn();

    assertThat(turn).isEqualTo(Turns.before(3) + 1).isLessThan(Turns.before(4));
    assertThat(next().turn()).isEqualTo(turn + 1);
  }

  @Test
  void shouldTakePortsAwayEverywhereBeforeAnyAreAdded() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1, 5));
    tell(CHANGED);
    answer(3);
    groups = List.of(group(fabric, MLID, 1, 3));
    tell(CHANGED);
    List<Asked> taking = List.of(next(), next(), next());
    assertThat(asked).isEmpty();
    assertThat(taking).allSatisfy(one -> assertThat(one.command().onlyTake()).isTrue());
    answer(taking.get(0));
    answer(taking.get(1));
    assertThat(asked).as("one has not answered").isEmpty();
    answer(taking.get(2));

    assertThat(next().command().onlyTake()).isFalse();
  }

  @Test
  void shouldHaveOneRunForAllChangesDuringRun() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    List<Asked> first = List.of(next(), next());
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 0, 1));
    tell(CHANGED);
    groups = List.of(groups.getFirst(), groups.getLast(), group(fabric, MLID + 2, 0, 1));
    tell(CHANGED);
    assertThat(asked).isEmpty();
    first.forEach(this::answer);

    Asked one = next();
    assertThat(one.row().topMlid()).isEqualTo(MLID + 2);
    answer(one);
    answer(1);
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldHaveOneRunForAllChangesOfAPause() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    answer(2);
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 0, 1));
    pass(20);
    on(CHANGED);
    groups = List.of(groups.getFirst(), groups.getLast(), group(fabric, MLID + 2, 0, 1));
    pass(20);
    on(CHANGED);
    shell.settle();
    assertThat(asked).isEmpty();
    SmEffect.StartTimer timer = shell.timers.get("group-tables");
    assertThat(timer.delay()).isEqualTo(Duration.ofMillis(30));
    pass(10);
    context.out().open(timer.command()).ifPresent(this::on);

    assertThat(next().row().topMlid()).isEqualTo(MLID + 2);
    assertThat(next().row().topMlid()).isEqualTo(MLID + 2);
    assertThat(asked).isEmpty();
    tell(CHANGED);
    assertThat(asked).as("a run is under way").isEmpty();
  }

  @Test
  void shouldBeStepOfSweepThatTellsWhoeverHasEntries() {
    start();
    tell(STEP);
    assertThat(wentOn.poll()).as("no groups").isEqualTo("DISCOVERING");
    tell(ENDED);
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    answer(2);

    tell(STEP);
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
    assertThat(wentOn.poll()).isEqualTo("MULTICAST");
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldLetJoinsDuringSweepBePartOfItOrFollowIt() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(STEP);
    List<Asked> told = List.of(next(), next());
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 0, 1));
    tell(CHANGED);
    told.forEach(this::answer);
    assertThat(wentOn.poll()).isEqualTo("MULTICAST");
    assertThat(asked).as("the sweep is under way").isEmpty();

    tell(ENDED);
    assertThat(next().row().topMlid()).isEqualTo(MLID + 1);
  }

  @Test
  void shouldWaitInSweepForRunThatIsUnderWay() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    List<Asked> first = List.of(next(), next());
    tell(STEP);
    assertThat(asked).isEmpty();
    first.forEach(this::answer);

    assertThat(answer(2)).hasSize(2);
    assertThat(wentOn.poll()).isEqualTo("MULTICAST");
  }

  @Test
  void shouldAskForSweepWhenSwitchFailsAndTellItAgain() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    Asked failing = next();
    fail(failing);
    answer(1);
    assertThat(sweepsAsked.remove())
        .isEqualTo(new SmCommand.Sweep("a switch did not take its multicast entries"));

    tell(STEP);
    List<Asked> told = new ArrayList<>(List.of(next()));
    assertThat(told.getFirst().command().onlyTake()).as("nobody knows what it holds").isTrue();
    assertThat(told.getFirst().switchGuid()).isEqualTo(failing.switchGuid());
    answer(told.getFirst());
    Asked again = next();
    fail(again);
    answer(1);
    assertThat(wentOn.poll()).isEqualTo("MULTICAST");
    assertThat(situation.sweep.withoutGroups).containsExactly(again.switchGuid());
    assertThat(SweepOutcome.of(situation.sweep).errors().toString())
        .contains("1 of 6 switches without their multicast entries");
    assertThat(sweepsAsked).isEmpty();
  }

  @Test
  void shouldTellNothingMoreWhenItIsNotInChargeAnyMore() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    List<Asked> first = List.of(next(), next());
    answer(first.getFirst());
    standing.enter(SmState.STANDBY);
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 3, 4));
    tell(CHANGED);
    answer(first.getLast());
    assertThat(asked).isEmpty();

    standing.enter(SmState.MASTER);
    tell(CHANGED);
    assertThat(asked).as("nobody has looked yet who else is there").isEmpty();
    tell(STEP);
    Asked again = next();
    assertThat(again.switchGuid()).isEqualTo(first.getLast().switchGuid());
    assertThat(again.command().onlyTake()).as("nobody knows what it holds").isTrue();
    answer(again);
    answer(4);
    assertThat(wentOn.poll()).isEqualTo("MULTICAST");
  }

  @Test
  void shouldNotListenToWhatManagerBeforeItHasAsked() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    next();
    next();
    for (int node = 0; node < 2; node++) {
      tell(
          new GroupSweeps.RunPart(
              new MulticastInput.Told(
                  1, new TableRun.Telling(node, wanted(node), false, false), Optional.empty())));
    }
    assertThat(situation.multicast.apply(fabric.nodeGuid(0))).isEqualTo(MulticastRow.EMPTY);
  }

  @Test
  void shouldClearWhatOthersMayHaveLeftBeforeAnyPortsAreAdded() {
    unknown = List.of(1, 3);
    start();
    groups = List.of(group(fabric, MLID, 0, 1));
    tell(CHANGED);
    List<Asked> clearing = List.of(next(), next());
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
  void shouldNotWaitForSickSwitchAtEveryJoin() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1, 2));
    failInSweep(fabric.nodeGuid(1));
    groups = List.of(groups.getFirst(), group(fabric, MLID + 1, 0, 1));
    tell(CHANGED);
    assertThat(answer(1)).containsExactly(0);
    assertThat(asked).isEmpty();
    assertThat(sweepsAsked).isEmpty();

    groups = List.of(groups.getFirst());
    tell(CHANGED);
    Asked other = next();
    fail(other);
    assertThat(sweepsAsked.remove()).isInstanceOf(SmCommand.Sweep.class);
  }

  private void failInSweep(long switchGuid) {
    tell(STEP);
    while (wentOn.isEmpty()) {
      Asked one = next();
      if (one.switchGuid() == switchGuid) {
        fail(one);
      } else {
        answer(one);
      }
    }
    wentOn.remove();
    tell(ENDED);
  }

  @Test
  void shouldDoWithoutSwitchThatFailsInSweepAfterSweepAndThenTakeItBack() {
    start();
    groups = List.of(group(fabric, MLID, 0, 1, 2));
    long sick = fabric.nodeGuid(1);
    failInSweep(sick);
    failInSweep(sick);
    assertThat(sendsTo(0, 1)).isTrue();

    failInSweep(sick);
    assertThat(sendsTo(0, 1)).as("the sick one").isFalse();
    assertThat(sendsTo(0, 5)).as("the other way round").isTrue();
    failInSweep(0); // nobody
    while (!allHaveWhatIsWanted()) {
      answer(next());
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
    long generation = one.command().generation();
    one.answer().complete(new ProgrammingFailed(generation, new int[] {0}, "silent"));
    shell.settle();
  }
}
