package io.dateline.sm.simulation;

import com.typesafe.config.Config;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.Mgid;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.SteppedExchange;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.entity.HomePorts;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.change.ChangeRequest;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.ProgrammingSettings;
import io.dateline.sm.config.Reload;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.FirstLook;
import io.dateline.sm.fair.LidOwners;
import io.dateline.sm.group.GroupRequest;
import io.dateline.sm.manager.FabricAccess;
import io.dateline.sm.manager.KnownSubnet;
import io.dateline.sm.manager.ManagerMachine;
import io.dateline.sm.manager.Now;
import io.dateline.sm.manager.OwnTerms;
import io.dateline.sm.manager.PartitionOrders;
import io.dateline.sm.manager.Peers;
import io.dateline.sm.manager.RoutingCheck;
import io.dateline.sm.manager.ServiceKeys;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SmEffect;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SmState;
import io.dateline.sm.manager.SubnetManagerSetup;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.manager.TrapGate;
import io.dateline.sm.manager.TrapReaction;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.node.FabricInbox;
import io.dateline.sm.node.LiveOptions;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.AliasRequest;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.ServiceRequest;
import io.dateline.sm.replica.ReplicaTables;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.report.SubnetNotice;
import io.dateline.sm.state.SubnetState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A process of a subnet manager node, from its start to its end: the machine, run as its actor runs
 * it, the node's port, and what the node has read of the journal.
 *
 * <p>Long because it does for the machine all that the actor, the replica and the port do.
 */
final class SimulatedNode {
  private static final long OF_JOINS =
      McMemberRecord.MGID.mask()
          | McMemberRecord.PORT_GID.mask()
          | McMemberRecord.JOIN_STATE.mask();

  private static final long OF_CREATION =
      OF_JOINS
          | McMemberRecord.Q_KEY.mask()
          | McMemberRecord.P_KEY.mask()
          | McMemberRecord.SL.mask()
          | McMemberRecord.FLOW_LABEL.mask()
          | McMemberRecord.T_CLASS.mask();

  private static final ExchangeSettings PATIENCE =
      new ExchangeSettings(200, 3, 64, 8, 100_000, 50, 20);

  /** What the cluster is told, and asked. */
  interface Cluster {
    Set<Long> ports();

    boolean sawElder(SimulatedNode node);

    /** Ports of members that programmers may live on. */
    Set<Long> hosts();

    /** Those of them that candidates may be tried on. */
    Set<Long> triers();

    /** The member that has a port. */
    Optional<SimulatedNode> memberAt(long port);

    /** Where a switch's programmer lives, as one finds that asks. */
    SimulatedNode home(long switchGuid, SimulatedNode asker);

    /** The node has handed over, or finds that it was succeeded: its process ends. */
    void ended(SimulatedNode node, String why);

    void ordered(SimulatedNode node, Work work);
  }

  private final World world;
  private final SimulatedJournal journal;
  private final Cluster cluster;
  private final String name;
  private final SimulatedWire wire;
  private final SteppedExchange exchange;
  private final SimulatedWorkers workers;
  private final SimulatedProgrammers programmers;
  private final HomePorts homes = HomePorts.none();
  private final SmStanding standing;
  private final OwnTerms ownTerms = new OwnTerms();
  private final SubnetManagerSetup setup;
  private final TrapGate traps = new TrapGate(this::tell, this::nanos);
  private final LidOwners owners = new LidOwners();
  private final Map<String, Long> timers = new HashMap<>(); // by name: which start counts
  private final Queue<SmCommand> inbox = new ArrayDeque<>();
  private final Queue<SmCommand> deferred = new ArrayDeque<>();
  private final Queue<Runnable> held = new ArrayDeque<>(); // while it is paused
  private ManagerMachine machine; // null while another node has the manager
  private SubnetState state;
  private long number; // of the last event that it knows
  private boolean isWaiting; // for the journal
  private boolean isAlive = true;
  private boolean isPaused;
  private long timerStarts;
  private long tickDueNs = Long.MAX_VALUE;
  private ReplicaView read = ReplicaView.EMPTY;
  private SubnetStatus status;
  private Register register = Register.EMPTY;
  private long backoff;
  private RoutingCheck judged; // the last one

  SimulatedNode(
      World world,
      SimulatedJournal journal,
      SimulatedFabric fabric,
      SimulatedWire.Weather weather,
      SubnetSettings settings,
      Cluster cluster,
      String name,
      int port,
      int spreadFrom,
      WorkerFaults workerFaults) {
    this.world = world;
    this.journal = journal;
    this.cluster = cluster;
    this.name = name;
    wire = new SimulatedWire(world, fabric, weather, port);
    exchange =
        new SteppedExchange(
            wire, PATIENCE, world::nanos, this::scheduleTick, world.random().nextInt());
    wire.start(packet -> run(() -> exchange.receive(packet)));
    programmers = new SimulatedProgrammers(world, journal, exchange, this::run);
    standing =
        new SmStanding(exchange.port().portGuid(), ServiceKeys.set(1, 1), settings::smPriority);
    FabricAccess access = new FabricAccess(exchange);
    Generations generations = new Generations();
    generations.replica(new ReplicaTables(journal::view, exchange.port().portGuid()));
    Violations violations = new Violations(() -> null, () -> Instant.ofEpochMilli(world.millis()));
    Random keys = new Random(world.random().nextLong());
    LiveSettings live = new LiveSettings(settings);
    workers =
        new SimulatedWorkers(
            world,
            journal,
            generations,
            new LiveOptions(live),
            this::run,
            new SimulatedWorkers.Places(
                guid -> cluster.home(guid, this).programmers,
                guid -> cluster.memberAt(guid).map(node -> node.programmers),
                guid -> cluster.memberAt(guid).map(node -> node.workers),
                programmers,
                order -> cluster.ordered(this, order)),
            workerFaults);
    setup =
        new SubnetManagerSetup(
            name,
            live,
            exchange,
            FirstLook.none(),
            access,
            generations,
            workers,
            () -> read,
            new KnownSubnet(live, exchange.port().portGuid()),
            new ProgrammingSettings(4, spreadFrom),
            homes,
            task -> world.in(world.between(World.MS / 10, 5 * World.MS), () -> run(task)),
            () -> TermKeys.derived(bytes(keys, TermKeys.SECRET_BYTES)),
            () -> new SiteKeys(1, 1),
            ownTerms,
            standing,
            violations,
            () ->
                new Peers(cluster.ports(), cluster.ports(), cluster.hosts(), cluster.triers(), ""),
            () -> cluster.sawElder(this),
            owners::know,
            now -> register = now,
            this::noteNotice,
            this::show);
    exchange.onUnsolicited(
        new FabricInbox(
            exchange,
            standing,
            violations,
            guid -> true,
            trap ->
                TrapReaction.to(trap, owners.owner(trap.remoteLid()), true).ifPresent(traps::offer),
            this::tell,
            request -> {}));
    follow();
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  // ---- Life

  String name() {
    return name;
  }

  long portGuid() {
    return exchange.port().portGuid();
  }

  boolean isAlive() {
    return isAlive;
  }

  boolean isPaused() {
    return isPaused;
  }

  boolean hasManager() {
    return machine != null;
  }

  SmState standing() {
    return standing.state();
  }

  /** What its engines are asked about in a sweep, if it is here still. */
  Optional<FabricGeneration> generation(long number) {
    return setup.generations().find(number);
  }

  /** What an engine of it has computed for a sweep, if it is here still. */
  Optional<ComputedRouting> routing(long generation, String engine) {
    return setup.generations().routing(generation, engine);
  }

  /** What its judge said last. */
  RoutingCheck judged() {
    return judged;
  }

  /** Whether its manager has chosen a port's node for programmers. */
  boolean isHome(long port) {
    return homes.chosen().filter(chosen -> chosen.contains(port)).isPresent();
  }

  /** Whether the programmer of a switch ends here, for it has nothing under way. */
  boolean giveAway(long switchGuid) {
    return isAlive && !isPaused && programmers.giveAway(switchGuid);
  }

  /** The last term that its manager was in; 0 before. */
  long term() {
    return state == null ? 0 : state.term();
  }

  SubnetStatus status() {
    return status;
  }

  private void show(SubnetStatus next) {
    status = next;
  }

  /** Runs something of this process: at once, when it wakes, or never. */
  private void run(Runnable step) {
    if (isPaused) {
      held.add(step);
    } else if (isAlive) {
      step.run();
    }
  }

  /** The process is gone without a word. */
  void kill() {
    isAlive = false;
    isPaused = false;
    wire.close();
    held.clear();
  }

  /** The process stands still. */
  void pause() {
    isPaused = true;
  }

  void wake() {
    isPaused = false;
    while (isAlive && !isPaused && !held.isEmpty()) {
      held.remove().run();
    }
  }

  /** It has become a member of the cluster. */
  void appear() {
    standing.appear();
  }

  private void follow() {
    world.in(
        world.between(50 * World.MS, 1500 * World.MS),
        () -> {
          if (!isAlive) {
            return;
          }
          run(this::look);
          follow();
        });
  }

  private void look() {
    if (journal.isAway()) {
      return;
    }
    read = journal.view();
    setup.live().saw(read.subnet().partitions());
    if (ownTerms.isSuperseded(read.subnet())) {
      cluster.ended(this, "it was succeeded");
    }
  }

  // ---- The manager's actor

  /** The manager is here from now on. */
  void manage() {
    run(
        () -> {
          machine =
              new ManagerMachine(
                  setup, () -> tell(new SmCommand.ChangesAsked()), () -> number, now());
          recover();
        });
  }

  /** The node leaves: the manager ends, and another node goes on. */
  void leave() {
    run(
        () -> {
          standing.withdraw();
          if (machine == null) {
            cluster.ended(this, "it leaves");
          } else {
            tell(new SmCommand.Stop());
          }
        });
  }

  private Now now() {
    return new Now(world.nanos(), world.millis());
  }

  private long nanos() {
    return world.nanos();
  }

  private void recover() {
    isWaiting = true;
    world.in(
        journal.delay(),
        () ->
            run(
                () -> {
                  if (journal.isAway()) {
                    journalFailed("it is away");
                    return;
                  }
                  state = journal.subnet();
                  number = journal.subnetNumber();
                  isWaiting = false;
                  backoff = 0;
                  inbox.add(new SmCommand.Begin());
                  drain();
                }));
  }

  private void journalFailed(String why) {
    isWaiting = true;
    SubnetState known = state == null ? SubnetState.EMPTY : state;
    perform(machine.giveUp("the journal fails", now()).effects());
    perform(machine.journalFailed(known, why, false, now()).effects());
    backoff = Math.min(10 * World.SECOND, Math.max(200 * World.MS, 2 * backoff));
    timers.clear();
    world.in(backoff, () -> run(this::recover));
  }

  /** A message for the manager; dropped where there is none. */
  void tell(SmCommand command) {
    world.in(
        0,
        () ->
            run(
                () -> {
                  if (machine != null) {
                    inbox.add(command);
                    drain();
                  }
                }));
  }

  private void drain() {
    while (machine != null && !isWaiting && !inbox.isEmpty()) {
      SmCommand command = inbox.remove();
      if (machine.defers(command)) {
        deferred.add(command);
        continue;
      }
      step(command);
      if (!deferred.isEmpty() && machine != null && !machine.defers(deferred.peek())) {
        inbox.addAll(deferred);
        deferred.clear();
      }
    }
  }

  private void step(SmCommand command) {
    world.note("%s <- %s", name, Words.of(command));
    ManagerMachine.Step step = machine.step(state, command, now());
    boolean hasEnded = perform(step.effects());
    if (hasEnded) {
      machine = null;
      cluster.ended(this, "its manager has ended");
      return;
    }
    if (!step.facts().isEmpty()) {
      isWaiting = true;
      step.facts().forEach(fact -> world.note("%s    fact %s", name, Words.of(fact)));
      journal.writeSubnet(
          this, number, step.facts(), isWritten -> run(() -> written(step.facts(), isWritten)));
    }
  }

  private void written(List<SubnetEvent> facts, boolean isWritten) {
    if (machine == null) {
      return;
    }
    if (!isWritten) {
      world.note("%s    not written", name);
      journalFailed("it did not take an event");
      return;
    }
    number += facts.size();
    for (SubnetEvent fact : facts) {
      state = state.apply(fact);
    }
    isWaiting = false;
    perform(machine.taken(state, now()).effects());
    drain();
  }

  private boolean perform(List<SmEffect> effects) {
    boolean hasEnded = false;
    for (SmEffect effect : effects) {
      Words.of(effect).ifPresent(words -> world.note("%s -> %s", name, words));
      switch (effect) {
        case SmEffect.Say said -> {}
        case SmEffect.Await<?> awaited -> await(awaited);
        case SmEffect.Tell told -> tell(told.command());
        case SmEffect.StartTimer timer -> start(timer);
        case SmEffect.CancelTimer timer -> timers.remove(timer.name());
        case SmEffect.TermBegan began -> {}
        case SmEffect.Leave leave -> {
          if (leave.cause() == SmEffect.Cause.WRONG_TABLES) {
            world.in(0, () -> cluster.ended(this, leave.sentence()));
          }
        }
        case SmEffect.End end -> hasEnded = true;
      }
    }
    return hasEnded;
  }

  private <T> void await(SmEffect.Await<T> awaited) {
    awaited
        .begin()
        .get()
        .whenComplete(
            (value, failure) -> {
              judged = value instanceof RoutingCheck check ? check : judged;
              run(() -> tell(awaited.told().apply(value, failure)));
            });
  }

  private void start(SmEffect.StartTimer timer) {
    long start = ++timerStarts;
    timers.put(timer.name(), start);
    ring(timer, start);
  }

  private void ring(SmEffect.StartTimer timer, long start) {
    world.in(
        Math.max(1, timer.delay().toNanos()),
        () ->
            run(
                () -> {
                  if (timers.getOrDefault(timer.name(), 0L) != start) {
                    return;
                  }
                  if (timer.isRepeated()) {
                    ring(timer, start);
                  } else {
                    timers.remove(timer.name());
                  }
                  tell(timer.command());
                }));
  }

  private void scheduleTick() {
    long dueNs = exchange.nextDeadlineNs();
    if (dueNs < tickDueNs) {
      tickDueNs = dueNs;
      world.in(Math.max(0, dueNs - world.nanos()), () -> run(this::tick));
    }
  }

  private void tick() {
    tickDueNs = Long.MAX_VALUE;
    exchange.tick();
    scheduleTick();
  }

  /** A host joins the broadcast group of the default partition. */
  void join(long portGuid) {
    join(portGuid, 0xFFFF);
  }

  /** A host joins the broadcast group of the partition of a P_Key, with its top bit. */
  void join(long portGuid, int pKey) {
    long prefix = setup.live().get().subnetPrefix();
    McMemberRecord asked =
        new McMemberRecord()
            .mgid(Mgid.withKey(Mgid.BROADCAST, pKey))
            .portGid(new Gid(prefix, portGuid))
            .joinState(1);
    ask(groupRequest(true, asked, OF_JOINS, portGuid));
  }

  private GroupRequest groupRequest(
      boolean isJoin, McMemberRecord asked, long mask, long requesterGuid) {
    long prefix = setup.live().get().subnetPrefix();
    return new GroupRequest(
        isJoin,
        mask,
        asked,
        Optional.of(port(asked.portGid().interfaceId())),
        port(requesterGuid),
        true,
        new GroupRequest.Subnet(prefix, 0xC3FF, 18, Optional.empty()));
  }

  private static GroupRequest.Port port(long guid) {
    return new GroupRequest.Port(guid, 4, 3, key -> true, List.of());
  }

  /**
   * A host has a port join a group, which is made if there is none, or leave it.
   *
   * @param onAnswer told what the node answers, if it lives to do so
   */
  void change(
      boolean isJoin, Membership member, long requesterGuid, Consumer<ChangeAnswer> onAnswer) {
    McMemberRecord asked =
        new McMemberRecord()
            .mgid(new Gid(member.mgidHigh(), member.mgidLow()))
            .portGid(new Gid(setup.live().get().subnetPrefix(), member.portGuid()))
            .joinState(member.joinState())
            .qKey(0xB1B)
            .pKey(0xFFFF);
    register
        .gate()
        .offer(
            new ChangeGate.Waiting(
                groupRequest(isJoin, asked, OF_CREATION, requesterGuid), onAnswer));
  }

  private void ask(ChangeRequest request) {
    ask(request, answer -> {});
  }

  private void ask(ChangeRequest request, Consumer<ChangeAnswer> onAnswer) {
    register
        .gate()
        .offer(
            new ChangeGate.Waiting(
                request,
                answer -> {
                  world.note("%s    answers %s", name, answer.getClass().getSimpleName());
                  onAnswer.accept(answer);
                }));
  }

  /** A host registers a service with a lease. */
  void serve(long portGuid, int leaseSeconds) {
    long prefix = setup.live().get().subnetPrefix();
    ServiceRecord asked =
        new ServiceRecord()
            .serviceId(7)
            .serviceGid(new Gid(prefix, portGuid))
            .serviceLease(leaseSeconds);
    ask(
        new ServiceRequest(
            true,
            ServiceRecord.SERVICE_ID.mask()
                | ServiceRecord.SERVICE_GID.mask()
                | ServiceRecord.SERVICE_LEASE.mask(),
            asked,
            portGuid,
            key -> true,
            Optional.of(key -> true),
            false));
  }

  /**
   * A host asks for an alias GUID, or gives one back.
   *
   * @param index of its table
   * @param guid 0 where the subnet manager is to choose
   * @param onAnswer is told what becomes of it
   */
  void alias(boolean isSet, long portGuid, int index, long guid, Consumer<ChangeAnswer> onAnswer) {
    int entry = index % AliasBook.BLOCK;
    GuidInfoRecord asked = new GuidInfoRecord().blockNum(index / AliasBook.BLOCK);
    asked.guidInfo().guidBlock(entry, guid);
    ask(
        new AliasRequest(
            isSet,
            GuidInfoRecord.GUIDS.mask(entry),
            asked,
            new AliasRequest.Port(portGuid, 32, new GuidInfo()),
            portGuid),
        onAnswer);
  }

  private void noteNotice(SubnetNotice notice) {
    world.note("%s    reports trap %d", name, notice.report().notice().trapNumber());
  }

  /** An operator has what engines remember forgotten. */
  void forgetFrame() {
    tell(
        new SmCommand.ForgetFrame(
            "the torus was rebuilt",
            answer -> world.note("%s    answers %s", name, answer.getClass().getSimpleName())));
  }

  /** An operator has the node read its settings and files again. */
  void reload(Config config) {
    Reload.Outcome outcome = new Reload(() -> config, config, setup.live()).read();
    world.note("%s    reload: %s", name, outcome.getClass().getSimpleName());
    if (outcome instanceof Reload.Outcome.Read) {
      tell(new SmCommand.Sweep("dateline reload"));
    }
  }

  /** An operator has a partition changed. */
  void partition(RunTimePartition changes) {
    PartitionOrders.ask(this::tell, Optional.empty(), changes, "a job")
        .thenAccept(
            answer -> world.note("%s    answers %s", name, answer.getClass().getSimpleName()));
  }

  /** Packets that make no sense, from anywhere. */
  void receive(MadPacket packet) {
    run(() -> exchange.receive(packet));
  }

  /** What its manager has found to be wrong, if it says anything. */
  Optional<String> trouble() {
    return status == null || status.errors().isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", status.errors()));
  }
}
