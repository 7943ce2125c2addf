package io.dateline.sm.replica;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SilentCable;
import io.dateline.persistence.event.SilentPort;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Writes what managers and programmers write, without a fabric. */
public final class Histories {
  private Histories() {}

  /** Persist these. */
  public record Write<E>(List<E> events, ActorRef<Done> replyTo) {}

  /** A subnet's manager that decides at random; with snapshots, more often than the real one. */
  public static final class Manager
      extends EventSourcedBehavior<Write<SubnetEvent>, SubnetEvent, SubnetState> {
    Manager(PersistenceId id) {
      super(id);
    }

    public static Behavior<Write<SubnetEvent>> create(PersistenceId id) {
      return new Manager(id);
    }

    @Override
    public SubnetState emptyState() {
      return SubnetState.EMPTY;
    }

    @Override
    public CommandHandler<Write<SubnetEvent>, SubnetEvent, SubnetState> commandHandler() {
      return (state, write) ->
          Effect().persist(write.events()).thenReply(write.replyTo(), after -> Done.getInstance());
    }

    @Override
    public EventHandler<SubnetState, SubnetEvent> eventHandler() {
      return SubnetState::apply;
    }

    @Override
    public RetentionCriteria retentionCriteria() {
      return RetentionCriteria.snapshotEvery(7, 1);
    }

    @Override
    public SnapshotAdapter<SubnetState> snapshotAdapter() {
      return SubnetState.SNAPSHOTS.adapter();
    }
  }

  /** Writes events of a switch or a topology as given; its state is their number. */
  public static final class Tagged<E> extends EventSourcedBehavior<Write<E>, E, Integer> {
    private final Set<String> tags;

    Tagged(PersistenceId id, Set<String> tags) {
      super(id);
      this.tags = tags;
    }

    public static <E> Behavior<Write<E>> create(PersistenceId id, Set<String> tags) {
      return new Tagged<>(id, tags);
    }

    @Override
    public Integer emptyState() {
      return 0;
    }

    @Override
    public CommandHandler<Write<E>, E, Integer> commandHandler() {
      return (state, write) ->
          Effect().persist(write.events()).thenReply(write.replyTo(), after -> Done.getInstance());
    }

    @Override
    public EventHandler<Integer, E> eventHandler() {
      return (state, event) -> state + 1;
    }

    @Override
    public Set<String> tagsFor(E event) {
      return tags;
    }
  }

  /** A fabric as a sweep leaves it: ports have LIDs, by their order. */
  public static Discovered swept(Fabric fabric) {
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        MadExchange exchange =
            Transactor.open(
                simulator.attach(fabric.port(fabric.switchCount(), 1)), ExchangeSettings.DEFAULT)) {
      Discovered discovered =
          Discovery.run(exchange, DiscoveryKeys.NONE)
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS);
      int lid = 1;
      for (int port : discovered.fabric().endPorts()) {
        byte[][] portInfo = discovered.attributes().portInfo();
        portInfo[port] = PortInfo.of(portInfo[port].clone()).lid(lid++).bytes();
      }
      return discovered;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** What a manager may decide next. */
  public static List<SubnetEvent> next(SubnetState state, Random random) {
    long now = random.nextInt(1_000_000);
    long[] guids = {random.nextInt(20) + 1};
    return switch (random.nextInt(8)) {
      case 0 ->
          List.of(
              new SubnetEvent.TermStarted(
                  state.term() + 1, TermKeys.shared(random.nextLong()), "sm", "test", now));
      case 1 ->
          List.of(
              new SubnetEvent.LidsAssigned(
                  guids, new int[] {1 + random.nextInt(1000)}, new byte[] {0}, "test", now));
      case 2 -> List.of(new SubnetEvent.LidsReleased(guids, "test", now));
      case 3 -> {
        byte[] image = new byte[random.nextInt(300)];
        random.nextBytes(image);
        yield List.of(
            new SubnetEvent.NodesSeen(
                state.lastGeneration(),
                new long[] {random.nextInt(20) + 1},
                PackedNodes.pack(guids, new byte[][] {image}),
                List.of("something"),
                "test",
                now,
                Optional.of(
                    new Silence(
                        List.of(
                            new SilentPort(
                                guids[0], NodeType.CA, 7, 1 + random.nextInt(36), List.of(0xFFFF))),
                        List.of(new SilentCable(7, 1, 8, 2)))),
                random.nextBoolean()));
      }
      case 4 -> placing(state, guids, random, now);
      case 5 -> grouping(state, guids[0], now);
      case 6 -> {
        Fabric fabric = TopologySpec.parse("mesh:2x" + (2 + random.nextInt(3))).generate();
        yield List.of(
            new SubnetEvent.FabricFound(
                state
                    .fabric()
                    .changeTo(fabric, state.lastGeneration(), guids)
                    .orElseGet(state.fabric()::toChange),
                "test",
                now));
      }
      default -> {
        long generation = state.lastGeneration() + 1;
        yield List.of(
            new SubnetEvent.RoutingPlanned(
                generation, 7, "minhop", "", "digest", 1, 2, "test", now, List.of(), ""),
            new SubnetEvent.RoutingActivated(generation, "test", now));
      }
    };
  }

  /** The port leaves the only group if it is in it, else it joins. */
  private static List<SubnetEvent> grouping(SubnetState state, long guid, long now) {
    MulticastGroup.Terms terms = new MulticastGroup.Terms(1, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2);
    MulticastGroup made = new MulticastGroup(-1, 1, 0xC000, terms, false, List.of());
    List<Membership> members = List.of(new Membership(-1, 1, guid, 1, false));
    MulticastGroup group = state.groups().group(GroupBook.mgid(made));
    boolean isIn =
        group != null && group.members().stream().anyMatch(member -> member.portGuid() == guid);
    return List.of(
        isIn
            ? new SubnetEvent.MulticastLeft(members, "test", now)
            : new SubnetEvent.MulticastJoined(
                group == null ? List.of(made) : List.of(), members, "test", now));
  }

  private static List<SubnetEvent> placing(
      SubnetState state, long[] guids, Random random, long now) {
    if (random.nextInt(10) == 0) {
      return List.of(new SubnetEvent.FrameReset("test", now));
    }
    if (random.nextInt(3) == 0) {
      long[] one = {guids[0]};
      return List.of(
          new SubnetEvent.TreeLearnt(
              one,
              new int[] {random.nextInt(4) - 1},
              random.nextBoolean() ? one : new long[0],
              random.nextBoolean() ? guids : new long[0],
              "test",
              now));
    }
    TorusShape shape = new TorusShape(List.of(5, 4, 1), List.of(true, false, true));
    SubnetEvent placed =
        new SubnetEvent.SwitchesPlaced(
            guids, new int[] {random.nextInt(shape.places())}, "test", now);
    return state.memory().torus().isEmpty()
        ? List.of(new SubnetEvent.DatelineFixed(shape, "test", now), placed)
        : List.of(placed);
  }

  /** What a programmer writes when it tells a switch a row of two blocks. */
  public static List<LftEvent> programming(long generation, Random random) {
    byte[] entries = new byte[128];
    random.nextBytes(entries);
    int[] blocks = {0, 1 + random.nextInt(3)};
    List<LftEvent> done =
        List.of(
            new LftEvent.TablesTargeted(
                generation, 100, blocks, BlockCompression.deflate(entries), 1),
            new LftEvent.TopConfirmed(generation, 100, 2),
            new LftEvent.BlocksConfirmed(generation, blocks, 3));
    return random.nextInt(5) == 0
        ? List.of(done.getFirst(), new LftEvent.TablesForgotten("x", 4))
        : done;
  }
}
