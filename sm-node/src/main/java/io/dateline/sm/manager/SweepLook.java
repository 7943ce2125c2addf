package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.discover.ChangeLook;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.discover.Extent;
import io.dateline.sm.discover.KnownPlaces;
import io.dateline.sm.discover.StateReading;
import io.dateline.sm.discover.Survey;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The look that a heavy sweep begins with: at what has changed since the last one, where that is
 * known and the last one has left nothing undone; else at all. Owned by the subnet manager's actor.
 */
final class SweepLook {
  /** Until what goes on changing has a sweep of its own. */
  private static final int LOOKS_MAX = 8;

  /** Until another fabric is believed: links of known hosts may still be training. */
  private static final int STRANGE_SWEEPS = 4;

  private static final int NAMED_MAX = 4; // in a line of the log

  /**
   * Ports of switches whose change bits were cleared have told their states.
   *
   * @param changed switches with a port that went up or down before its bit was cleared
   * @param failure why they have not, or null
   */
  record StatesRead(Extent changed, Throwable failure) implements SmCommand {}

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private volatile KnownPlaces places = KnownPlaces.NONE; // set by one sweep after the other
  private final Outbox out;
  private boolean wasCutOff; // nothing answered behind the own port in the last sweep: it may hide
  private int strangeInARow; // sweeps that found another fabric
  private int looks; // of the sweep under way
  private volatile DiscoveryKeys keys; // of its last look
  private volatile MadExchange exchange; // of the sweep under way

  SweepLook(SmContext context) {
    this.context = context;
    setup = context.setup();
    out = context.out();
  }

  /**
   * The first look of the sweep under way.
   *
   * @param guidless ports that are not asked for GUIDs
   */
  Supplier<CompletionStage<Discovered>> begin(
      SubnetState state, Situation situation, LongSet guidless) {
    looks = 1;
    exchange = context.exchange();
    HeavySweep active = situation.active; // before it ports still hold the keys of the term before
    boolean areHidden = wasCutOff || PortKeys.areHidden(setup.settings().mKeyProtectionLevel());
    List<TermKeys> terms = PortKeys.likeliest(state, active != null, areHidden);
    Extent extent = isTold(situation) ? situation.sweep.extent : Extent.WHOLE;
    return () -> {
      Optional<CompletionStage<Discovered>> looked =
          terms.getFirst().isNone() ? setup.firstLook().take() : Optional.empty();
      return looked.orElseGet(
          () ->
              areHidden
                  ? CompletableFuture.supplyAsync(
                          () -> hidden(state, active, terms, guidless), setup.computing())
                      .thenCompose(known -> look(known, active, extent))
                  : look(DiscoveryKeys.of(terms.getFirst(), guidless), active, extent));
    };
  }

  private CompletionStage<Discovered> look(DiscoveryKeys known, HeavySweep active, Extent extent) {
    keys = known;
    return extent.isWhole()
        ? Discovery.run(exchange, known)
        : change(
            active.found,
            () -> active.routes,
            extent,
            OptionalInt.of(active.routing.tables().maxLid()),
            active.raised);
  }

  /** Whether all that may be otherwise than the last sweep has left it was told of. */
  private static boolean isTold(Situation situation) {
    HeavySweep active = situation.active;
    return active != null
        && situation.failed == null
        && active.found.isClear()
        && active.outcome.errors().isEmpty();
  }

  /**
   * What follows a discovery, before anything changes: which other managers are there, which keys
   * do ports hold, and which ports have fallen silent.
   *
   * @param heeded ports at which a manager counts
   */
  CompletionStage<Survey.Result> survey(
      SubnetState state, HeavySweep sweep, int[] heeded, PartitionDesk partitions) {
    return partitions
        .look(state, sweep)
        .thenCombine(
            Survey.run(
                exchange,
                sweep.found,
                sweep.routes,
                heeded,
                setup.standing().smInfo(),
                PortKeys.hiding(sweep.found),
                state.allKeys()),
            (looked, survey) -> survey);
  }

  /** With the fabric as it was, which tells whose key to ask with. */
  private DiscoveryKeys hidden(
      SubnetState state, HeavySweep active, List<TermKeys> terms, LongSet guidless) {
    KnownPlaces before = places;
    places =
        (active == null ? state.nodes().fabric() : Optional.of(active.found.fabric()))
            .map(before::with)
            .orElse(before);
    return new DiscoveryKeys(terms, places, state.lids().portGuids(), guidless);
  }

  /**
   * What is to be looked at, too, before the sweep under way goes on with what was found.
   *
   * @param told takes what was told of meanwhile: nothing is to follow for that then
   */
  Optional<Extent> more(Situation situation, Discovered found, Supplier<Optional<Extent>> told) {
    return mayGoOn(situation, found)
        ? told.get().flatMap(more -> unexplained(more, situation.active, found))
        : Optional.empty();
  }

  private boolean mayGoOn(Situation situation, Discovered found) {
    return situation.active != null
        && looks < LOOKS_MAX
        && found.isClear()
        && found.cutOff().isEmpty();
  }

  /** Looks at more. Nothing was told since: what a switch was found with it still has. */
  Supplier<CompletionStage<Discovered>> goOn(Discovered found, Extent extent) {
    looks++;
    return () ->
        change(
                found,
                () -> new RouteBook(found.fabric(), found.localPort()),
                extent,
                OptionalInt.empty(),
                new BitSet())
            .thenApply(now -> now.with(found.looked().and(now.looked())));
  }

  /**
   * What was told of during a look, but for nodes that the look has found to be gone: a switch that
   * dies after its neighbour has told of that one.
   */
  private static Optional<Extent> unexplained(Extent told, HeavySweep before, Discovered found) {
    return told.without(
        port ->
            found.fabric().endPortByGuid(port) == Fabric.NONE
                && before.found.fabric().endPortByGuid(port) != Fabric.NONE);
  }

  /**
   * Change bits have been cleared: what changed since the look they do not tell any more. The sweep
   * does not wait for the answer.
   */
  void afterClearing(SubnetState state, HeavySweep sweep) {
    if (sweep.cleared.isEmpty()) {
      return;
    }
    out.await(
        "states of ports",
        () ->
            StateReading.run(
                exchange,
                state.keys(),
                sweep.found.fabric(),
                sweep.routes,
                sweep.found.attributes().portInfo(),
                sweep.cleared),
        StatesRead::new);
  }

  /** Another sweep for what was missed. */
  Optional<SmCommand.Sweep> take(StatesRead read) {
    if (read.failure() != null) {
      out.warn("Whether ports have changed while they were looked at: {}", read.failure());
      return Optional.empty();
    }
    return read.changed().isNone()
        ? Optional.empty()
        : Optional.of(new SmCommand.Sweep("a port changed while it was looked at", read.changed()));
  }

  /** What is known already takes its time to go through. */
  private CompletionStage<Discovered> change(
      Discovered before,
      Supplier<RouteBook> routes,
      Extent extent,
      OptionalInt linearFdbTop,
      BitSet raised) {
    return CompletableFuture.supplyAsync(
            () ->
                ChangeLook.run(exchange, keys, before, routes.get(), extent, linearFdbTop, raised),
            setup.computing())
        .thenCompose(looked -> looked);
  }

  /** Why a sweep may not go on with what was found; empty where it may. */
  Optional<String> refusal(SubnetState state, HeavySweep sweep, Discovered found) {
    Optional<String> cutOff = found.cutOff();
    wasCutOff = cutOff.isPresent();
    if (wasCutOff) {
      return cutOff.map(
          why -> "the local port %s %s".formatted(setup.exchange().port().name(), why));
    }
    Optional<String> strange = RightPlace.strangeness(state, found, sweep.settings);
    strangeInARow = strange.isPresent() ? strangeInARow + 1 : 0;
    if (strangeInARow == STRANGE_SWEEPS) {
      out.leave(SmEffect.Cause.OTHER_FABRIC, strange.get());
    }
    return strange;
  }

  /** The log tells what was looked at, where that is not as ever. */
  void tell(long generation, Discovered found) {
    Discovered.Looked looked = found.looked();
    if (!looked.why().isEmpty()) {
      out.info("Heavy sweep {} has looked at all nodes: {}", generation, looked.why());
    } else if (!looked.isWhole() && !looked.nodes().isEmpty()) {
      String names =
          looked
              .nodes()
              .longStream()
              .mapToObj(guid -> PortNames.ofNode(found.fabric(), guid))
              .sorted()
              .limit(NAMED_MAX)
              .collect(Collectors.joining(", "));
      int more = looked.nodes().size() - NAMED_MAX;
      out.info(
          "Heavy sweep {} has looked at {}{} only",
          generation,
          names,
          more > 0 ? " and %d more nodes".formatted(more) : "");
    }
  }
}
