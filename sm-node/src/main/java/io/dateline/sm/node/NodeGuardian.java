package io.dateline.sm.node;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SingletonActor;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.entity.HomePorts;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerSettings;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.sm.cluster.ClusterJoin;
import io.dateline.sm.cluster.ClusterSight;
import io.dateline.sm.cluster.MemberDesk;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.NodeSettings;
import io.dateline.sm.config.Reload;
import io.dateline.sm.config.ReloadAnswer;
import io.dateline.sm.discover.FirstLook;
import io.dateline.sm.fair.Babblers;
import io.dateline.sm.fair.DisabledPorts;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.history.History;
import io.dateline.sm.http.NodeOrders;
import io.dateline.sm.http.QuotaStatus;
import io.dateline.sm.http.StatusBoard;
import io.dateline.sm.http.StatusServer;
import io.dateline.sm.manager.FabricAccess;
import io.dateline.sm.manager.FrameResets;
import io.dateline.sm.manager.KnownSubnet;
import io.dateline.sm.manager.OrderedSweeps;
import io.dateline.sm.manager.OwnTerms;
import io.dateline.sm.manager.PartitionOrders;
import io.dateline.sm.manager.PortDisabler;
import io.dateline.sm.manager.Rehearsal;
import io.dateline.sm.manager.ServiceKeys;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SubnetManagerSetup;
import io.dateline.sm.manager.TrapBook;
import io.dateline.sm.manager.TrapDoor;
import io.dateline.sm.manager.TrapGate;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.manager.shell.ClusterWorkers;
import io.dateline.sm.manager.shell.Dethronement;
import io.dateline.sm.manager.shell.PlaceRequired;
import io.dateline.sm.manager.shell.SetDesk;
import io.dateline.sm.manager.shell.SubnetManager;
import io.dateline.sm.replica.FreshReads;
import io.dateline.sm.replica.Readiness;
import io.dateline.sm.replica.ReplicaTables;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.SaEvent;
import io.dateline.sm.sa.shell.Reporter;
import io.dateline.sm.sa.shell.SaGate;
import io.dateline.sm.sa.shell.SubnetAdministrator;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts what lives on a node, in the order in which the pieces need each other. */
final class NodeGuardian {
  /** A node that starts has more urgent things to do than to follow the journal. */
  private static final Duration REPLICA_BEGIN = Duration.ofSeconds(2);

  /** Between looks at how far the replica is behind. */
  private static final Duration REPLICA_LOOK = Duration.ofSeconds(1);

  /** For files on a share that is slow. */
  private static final Duration RELOAD_PATIENCE = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(NodeGuardian.class);

  private NodeGuardian() {}

  /**
   * The behavior.
   *
   * @param reloads makes what reads the settings again
   */
  static Behavior<Void> create(
      NodeSettings settings,
      Function<LiveSettings, Reload> reloads,
      MadExchange exchange,
      FirstLook look,
      OwnProcess process) {
    return Behaviors.setup(
        context -> {
          start(context, settings, reloads, exchange, look, process);
          return Behaviors.empty();
        });
  }

  private static void start(
      ActorContext<Void> context,
      NodeSettings settings,
      Function<LiveSettings, Reload> reloads,
      MadExchange exchange,
      FirstLook look,
      OwnProcess process) {
    LiveSettings live = new LiveSettings(settings.subnet());
    SettingsSight.tell(settings.subnet().routing());
    SaCounters saCounters = new SaCounters();
    ClusterPorts ports = new ClusterPorts(context);
    Fairness fairness = new Fairness(settings.quotas());
    Violations violations = new Violations(fairness.owners()::view, InstantSource.system());
    Babblers babblers = new Babblers(settings.quotas());
    FabricAccess access = new FabricAccess(exchange);
    Generations generations = new Generations();
    AtomicReference<ReplicaView> replicated = new AtomicReference<>(ReplicaView.EMPTY);
    generations.replica(new ReplicaTables(replicated::get, exchange.port().portGuid()));
    Executor computing =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig("dateline.compute-dispatcher"));
    ServiceKeys keys =
        new ServiceKeys(
            settings.subnet().smKey(),
            settings.subnet().saKey(),
            known -> computing.execute(() -> KeysFile.write(settings.stateDir(), known)));
    SmStanding standing =
        new SmStanding(
            exchange.port().portGuid(), keys, () -> ports.priority(settings.subnet().smPriority()));
    DisabledPorts disabled = new DisabledPorts();
    StatusBoard board =
        new StatusBoard(
            saCounters,
            violations,
            ports::oldest,
            () -> live.get().policy(),
            new QuotaStatus.Source(
                fairness.ledger(),
                babblers,
                () -> standing.isInCharge() ? disabled.all() : List.of()));
    TrafficWatch traffic =
        new TrafficWatch(
            context.getSystem().settings().config(), settings.cluster(), InstantSource.system());
    board.traffic(traffic::now);
    traffic.begin(context.getSystem());
    NodeWatch watch =
        new NodeWatch(
            settings.watchdog(),
            standing,
            () -> NodeShutdown.hasHeir(Cluster.get(context.getSystem())));
    OwnTerms ownTerms = new OwnTerms();
    Turns turns = new Turns();
    ActorRef<Readiness.Command> readiness =
        context.spawn(Readiness.create(exchange.port().portGuid()), "readiness");
    KnownSubnet known = new KnownSubnet(live, exchange.port().portGuid());
    Rehearsal rehearsal =
        new Rehearsal(
            known,
            exchange.port().name(),
            standing,
            ports::sawElder,
            TermKeys::random,
            computing,
            ready -> readiness.tell(new Readiness.Ready(ready)));
    FabricSight sight =
        new FabricSight(exchange, standing, () -> replicated.get().subnet(), settings.subnet());
    sight.begin(context.getSystem());
    SettingsSight settingsSight =
        new SettingsSight(live, standing, () -> replicated.get().subnet(), InstantSource.system());
    board.settings(settingsSight::now);
    board.makers(generation -> EngineHosts.makers(generations, generation));
    ActorRef<SubnetReplica.Command> replica =
        context.spawn(
            watch.replica.of(
                SubnetReplica.create(
                    new SubnetReplica.Setup(
                        settings.subnet().subnetPrefix(),
                        REPLICA_BEGIN,
                        REPLICA_LOOK,
                        replicated::set,
                        status -> {
                          board.replica(status);
                          keys.learn(replicated.get().subnet().siteKeys());
                          turns.termBegan(replicated.get().subnet().term());
                          follow(context.getSystem(), ownTerms, replicated.get().subnet());
                          settingsSight.look(status);
                          if (sight.strangeness().isEmpty()) {
                            rehearsal.accept(replicated.get());
                          }
                        }))),
            "subnet-replica");
    HomePorts homes = new HomePorts(ports::hostPort);
    ClusterSharding sharding = ClusterSharding.get(context.getSystem());
    LiveOptions options = new LiveOptions(live);
    EngineHosts.open(context, replica, generations, options, ports::nodeOf);
    LayerAssigner.init(
        context.getSystem(),
        LayerAssigner.Setup.of(
            context.getSystem().settings().config(), generations, InstantSource.system()));
    LftProgrammer.init(
        context.getSystem(),
        new LftProgrammer.Setup(
            exchange,
            homes,
            turns,
            ProgrammerSettings.of(context.getSystem().settings().config()),
            InstantSource.system()));
    ActorRef<SubnetAdministrator.Command> administrator =
        context.spawn(
            watch.administrator.of(
                SubnetAdministrator.create(
                    OwnSaSettings.of(settings, live, keys),
                    exchange::send,
                    saCounters,
                    fairness,
                    (event, lid) -> violations.request(kind(event), lid))),
            "subnet-administrator");
    ActorRef<Reporter.Command> reporter =
        context.spawn(Reporter.create(exchange, standing::isInCharge, saCounters), "reporter");
    SubnetManagerSetup setup =
        new SubnetManagerSetup(
            settings.cluster().isAlone()
                ? exchange.port().name()
                : ports.own(exchange.port().name()),
            live,
            exchange,
            look,
            access,
            generations,
            new ClusterWorkers(
                context.getSystem(),
                sharding,
                replica,
                ports::nodeOf,
                turns,
                settings.subnet().subnetPrefix()),
            replicated::get,
            known,
            settings.programming(),
            homes,
            computing,
            TermKeys::random,
            SiteKeys::random,
            ownTerms,
            standing,
            violations,
            ports::peers,
            ports::sawElder,
            view -> {
              board.view(view);
              fairness.owners().know(view);
              disabled.know(view);
              administrator.tell(new SubnetAdministrator.ViewChanged(view));
              reporter.tell(new Reporter.ViewChanged(view));
            },
            register -> {
              administrator.tell(new SubnetAdministrator.RegisterChanged(register));
              reporter.tell(new Reporter.SubscriptionsChanged(register.registrations()));
            },
            notice -> reporter.tell(new Reporter.Noticed(notice)),
            board::status);
    ActorRef<SmCommand> manager =
        ClusterSingleton.get(context.getSystem())
            .init(
                SingletonActor.of(
                        watch.manager.of(
                            PlaceRequired.of(
                                sight::strangeness,
                                SubnetManager.create(setup, watch::managerFailed))),
                        "subnet-manager")
                    .withStopMessage(new SmCommand.Stop()));
    ports.onGone(standing::isInCharge, port -> manager.tell(new SmCommand.HomeLost(port)));
    TrapGate traps = new TrapGate(manager::tell, System::nanoTime);
    SaGate requests = new SaGate(administrator::tell, saCounters, fairness);
    TrapBook trapBook = new TrapBook(() -> board.view().orElse(null), InstantSource.system());
    board.traps(trapBook);
    TrapDoor door =
        new TrapDoor(
            fairness,
            babblers,
            () -> live.get().sweepOnTrap(),
            traps,
            trap -> reporter.tell(new Reporter.Trapped(trap)),
            settings.subnet().babblingPortPolicy()
                ? new PortDisabler(
                    access,
                    standing,
                    fairness.owners()::view,
                    ports::peers,
                    disabled,
                    manager::tell)
                : endless -> {},
            context.getLog());
    FabricInbox inbox =
        new FabricInbox(
            exchange,
            standing,
            violations,
            guid -> live.get().trust().managers().allows(guid),
            trap -> {
              trapBook.trap(trap);
              door.accept(trap);
            },
            manager::tell,
            requests::offer);
    exchange.onUnsolicited(inbox);
    exchange.onQuery(inbox::subnetAdministration);
    context.spawn(
        OldEventsDesk.create(
            settings.retention(),
            () -> standing.isInCharge() && !standing.isLeaving(),
            board::journal),
        "journal-keeper");
    ReadingKeys readingKeys =
        new ReadingKeys(
            guid -> replicated.get().subnet().keys().of(guid),
            settings.subnet().mKeyProtectionLevel());
    NodeShutdown.register(context.getSystem(), exchange, standing, readingKeys);
    watch.begin(
        context.getSystem(),
        exchange,
        readingKeys,
        sight,
        board,
        access,
        saCounters,
        () -> replicated.get().tables(),
        process::halt);
    ActorRef<SettingsDesk.Command> settingsDesk =
        context.spawn(
            SettingsDesk.create(
                reloads.apply(live),
                settingsSight,
                by -> {
                  boolean isInCharge = standing.isInCharge();
                  if (isInCharge) {
                    manager.tell(new SmCommand.Sweep(by));
                  } else {
                    LOG.info("{}: this node does not manage the subnet, nothing is swept", by);
                  }
                  return isInCharge;
                }),
            "settings");
    process.onHangUp(
        () ->
            settingsDesk.tell(
                new SettingsDesk.ReadAgain(
                    "SIGHUP", true, context.getSystem().<ReloadAnswer>ignoreRef())));
    DumpDesk dumps =
        new DumpDesk(
            settings.dumpFolder(),
            board::view,
            view ->
                ChainSteps.of(
                    view,
                    replicated.get().subnet().memory(),
                    live.get().routing().options().routing()),
            generations,
            () -> NotInCharge.why(standing, board, ports::oldest),
            context.getSystem().dispatchers().lookup(DispatcherSelector.blocking()));
    ports.appearWhenUp(context, exchange, standing);
    ClusterJoin.begin(
        context,
        settings.cluster(),
        new MemberSight(exchange, () -> replicated.get().subnet().lids(), readingKeys),
        ports::gone);
    SetDesk.open(context, exchange);
    MemberDesk.open(context, new OwnFacts(board, exchange.port().name(), settings.http().main()));
    ClusterSight clusterSight = new ClusterSight(context.getSystem(), settings.cluster().nodes());
    StatusServer.bind(
        context.getSystem(),
        settings.http(),
        new StatusServer.Sources(
            board,
            () -> NotInCharge.view(standing, board),
            new History(
                context.getSystem(),
                settings.subnet().subnetPrefix(),
                InstantSource.system(),
                History.PAGE_EVENTS),
            new FreshReads(replica, context.getSystem().scheduler(), replicated::get),
            () -> NotInCharge.otherManager(clusterSight),
            () -> NotInCharge.why(standing, board, ports::oldest),
            () -> live.get().routing().options().routing(),
            clusterSight::look,
            reason -> FrameResets.ask(standing, manager::tell, reason),
            new NodeOrders(
                (reason, wish) ->
                    OrderedSweeps.ask(
                        manager::tell,
                        NotInCharge.why(standing, board, ports::oldest),
                        reason,
                        wish),
                () ->
                    AskPattern.ask(
                        settingsDesk,
                        replyTo -> new SettingsDesk.ReadAgain("dateline reload", false, replyTo),
                        RELOAD_PATIENCE,
                        context.getSystem().scheduler()),
                (changes, reason) ->
                    PartitionOrders.ask(
                        manager::tell,
                        NotInCharge.why(standing, board, ports::oldest),
                        changes,
                        reason),
                dumps::order)));
  }

  private static Violations.Kind kind(SaEvent event) {
    return switch (event) {
      case WRONG_SM_KEY -> Violations.Kind.SA_KEY;
      case UNKNOWN_REQUESTER -> Violations.Kind.SA_SOURCE;
      case FORGED_SOURCE -> Violations.Kind.SA_GID;
      case UNTRUSTED -> Violations.Kind.SA_TRUST;
      default -> throw new IllegalArgumentException("not strange: " + event);
    };
  }

  /** A node that was master lives only as long as no other node is. */
  private static void follow(ActorSystem<?> system, OwnTerms ownTerms, SubnetState read) {
    if (ownTerms.isSuperseded(read)
        && CoordinatedShutdown.get(system).getShutdownReason().isEmpty()) {
      Dethronement.leave(system, OwnTerms.succession(read));
    }
  }
}
