package io.dateline.sm.history;

import akka.NotUsed;
import akka.actor.typed.ActorSystem;
import akka.persistence.jdbc.query.javadsl.JdbcReadJournal;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.typed.PersistenceId;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import io.dateline.fabric.Guid;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.journal.JournalIndex;
import io.dateline.persistence.journal.JournalIndex.Entry;
import io.dateline.persistence.journal.OldSnapshots;
import io.dateline.persistence.journal.OldSnapshots.OldSnapshot;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sm.history.Past.Replay;
import io.dateline.sm.history.Sought.Found;
import io.dateline.sm.history.Sought.Refused;
import io.dateline.sm.state.SubnetState;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Tells the past of a subnet from the journal. Events are applied as the manager, the programmers
 * and the replicas apply them, from the first one on; they come in batches and are not kept, so
 * that the length of a history costs time and no memory. What it computes, it computes on one
 * thread of its own. Any thread may ask; every answer fails when the journal cannot be read.
 */
public final class History {
  /** On a page. */
  public static final int PAGE_EVENTS = 500;

  private static final OldSnapshot NOTHING = new OldSnapshot(0, null);
  private static final String DISPATCHER = "dateline.history-dispatcher";

  private final ActorSystem<?> system;
  private final PersistenceId subnetId;
  private final JournalIndex index;
  private final Moments moments;
  private final int pageEvents;
  private final OldSnapshots snapshots;

  /**
   * A history.
   *
   * @param clock tells what is in the future
   * @param pageEvents how many events there are on a page at most
   */
  public History(ActorSystem<?> system, long subnetPrefix, InstantSource clock, int pageEvents) {
    this.system = system;
    this.pageEvents = pageEvents;
    subnetId = SubnetState.persistenceId(subnetPrefix);
    index = new JournalIndex(system, subnetId.id());
    snapshots = new OldSnapshots(system);
    moments = new Moments(index, clock);
  }

  // ---- What happened

  /**
   * The number of the first event that is wanted.
   *
   * @param since number or time of the first one
   * @param last how many of the newest ones, at least 1
   */
  public CompletionStage<Sought<Long>> first(Optional<String> since, Optional<Long> last) {
    CompletionStage<Sought<Long>> first =
        since.map(moments::firstSince).orElseGet(() -> moments.oldest().thenApply(Found::new));
    return last.isEmpty()
        ? first
        : first.thenCombine(
            moments.newest(),
            (sought, newest) ->
                sought instanceof Found<Long>(Long number)
                    ? new Found<>(Math.max(number, newest - last.get() + 1))
                    : sought);
  }

  /** The events from a number on, as many as are on a page. */
  public CompletionStage<HistoryPage> page(long first) {
    return index
        .newestOf(TermStarted.class, first - 1)
        .thenCompose(started -> started.isPresent() ? term(started.get()) : archivedTerm(first))
        .thenCompose(term -> page(first, term));
  }

  private CompletionStage<Long> term(Entry started) {
    return events(subnetId, started.number(), started.number())
        .map(envelope -> ((TermStarted) envelope.event()).term())
        .runWith(Sink.head(), system);
  }

  /** Of an event, where the one that began the term is archived; 0 where there is none. */
  private CompletionStage<Long> archivedTerm(long first) {
    return snapshots
        .newestBy(subnetId.id(), first)
        .thenApply(
            snapshot ->
                snapshot
                    .map(it -> SubnetState.SNAPSHOTS.fromStored().apply(it.stored()).term())
                    .orElse(0L));
  }

  /**
   * The same, without looking for the term.
   *
   * @param term of the event before
   */
  public CompletionStage<HistoryPage> page(long first, long term) {
    return events(subnetId, first, first + pageEvents)
        .runWith(Sink.<EventEnvelope>seq(), system)
        .thenCompose(
            envelopes ->
                layers(envelopes)
                    .async(DISPATCHER)
                    .runWith(Sink.<EventEnvelope>seq(), system)
                    .thenApply(
                        layers -> HistoryPage.of(first, pageEvents, term, envelopes, layers)));
  }

  /**
   * What layer assigners found from the first of some events of the manager on; up to the last of
   * them when that belongs to the next page, or else up to now.
   */
  private Source<EventEnvelope, NotUsed> layers(List<EventEnvelope> events) {
    if (events.isEmpty()) {
      return Source.empty();
    }
    long end = events.size() > pageEvents ? Moment.place(events.getLast()) : Long.MAX_VALUE;
    return Source.completionStage(
            index.tagged(LayerAssigner.TAG, Moment.place(events.getFirst()), end))
        .mapConcat(tagged -> tagged)
        .flatMapConcat(
            layers ->
                events(
                    PersistenceId.ofUniqueId(layers.persistenceId()),
                    layers.number(),
                    layers.number()));
  }

  // ---- How it was

  /**
   * Finds a moment that the journal can tell of.
   *
   * @param at number of an event, or an instant in UTC
   */
  public CompletionStage<Sought<Moment>> moment(String at) {
    return moments
        .moment(at)
        .thenCompose(
            sought ->
                sought instanceof Found<Moment>(Moment moment)
                    ? base(subnetId.id(), moment.number()).thenApply(base -> told(moment, base))
                    : CompletableFuture.completedStage(sought));
  }

  private static Sought<Moment> told(Moment moment, Optional<OldSnapshot> base) {
    return base.isPresent()
        ? new Found<>(moment)
        : new Refused<>(
            "what led to event %d is archived, and no snapshot is as old"
                .formatted(moment.number()));
  }

  /**
   * What a replay up to a number begins with: nothing, before event 1, where all events are there;
   * else a snapshot. Empty where there is none that is old enough.
   */
  private CompletionStage<Optional<OldSnapshot>> base(String persistenceId, long number) {
    return new JournalIndex(system, persistenceId)
        .oldest()
        .thenCompose(
            first ->
                first.isEmpty() || first.get().number() == 1
                    ? CompletableFuture.completedStage(Optional.of(NOTHING))
                    : snapshots.newestBy(persistenceId, number));
  }

  /** What the manager knew. */
  public CompletionStage<Past> past(Moment moment) {
    return base(subnetId.id(), moment.number())
        .thenCompose(base -> past(moment, base.orElseThrow()));
  }

  private CompletionStage<Past> past(Moment moment, OldSnapshot base) {
    Replay begin =
        base.sequence() == 0
            ? Replay.BEGIN
            : Replay.of(SubnetState.SNAPSHOTS.fromStored().apply(base.stored()));
    return events(subnetId, base.sequence() + 1, moment.number())
        .fold(begin, (replay, event) -> replay.after((SubnetEvent) event.event()))
        .async(DISPATCHER)
        .runWith(Sink.head(), system)
        .thenCompose(replay -> withNodes(moment, replay))
        .thenApply(replay -> new Past(moment, replay.subnet()));
  }

  private CompletionStage<Replay> withNodes(Moment moment, Replay replay) {
    if (!replay.lacksNodes()) {
      return CompletableFuture.completedStage(replay);
    }
    return events(subnetId, moment.number() + 1, Long.MAX_VALUE)
        .map(envelope -> (SubnetEvent) envelope.event())
        .takeWhile(event -> !(event instanceof TermStarted || event instanceof RoutingActivated))
        .filter(replay::isCompletedBy)
        .map(replay::after)
        .async(DISPATCHER)
        .runWith(Sink.headOption(), system)
        .thenApply(completed -> completed.orElse(replay));
  }

  /**
   * The forwarding tables of all switches, or of one, that were there: what they had been told,
   * acknowledged or not, in the format of {@code opensm-lfts.dump}. One switch is at hand at a
   * time.
   *
   * @param guid of the switch, as {@code Guid.parse} takes it; empty for all
   */
  public Sought<Source<ByteString, NotUsed>> tables(Past past, Optional<String> guid) {
    return switch (PastTables.of(past, guid)) {
      case Refused<PastTables>(String why) -> new Refused<>(why);
      case Found<PastTables>(PastTables tables) ->
          new Found<>(
              Source.from(tables.switches())
                  .flatMapConcat(
                      node -> told(tables.guid(node), past.moment()).map(t -> tables.text(node, t)))
                  .async(DISPATCHER));
    };
  }

  /**
   * The routing that was in force, with the SLs that were granted. All its tables are at hand at a
   * time.
   *
   * @param options of engines, as they are now
   */
  public CompletionStage<Sought<PastRouting>> routing(Past past, RoutingOptions options) {
    return switch (PastTables.of(past, Optional.empty())) {
      case Refused<PastTables>(String why) -> CompletableFuture.completedStage(new Refused<>(why));
      case Found<PastTables>(PastTables tables) ->
          Source.from(tables.switches())
              .flatMapConcat(
                  node ->
                      told(tables.guid(node), past.moment())
                          .map(told -> new PastRouting.Row(node, told)))
              .runWith(Sink.<PastRouting.Row>seq(), system)
              .thenApply(
                  rows -> PastRouting.of(past, tables.fabric(), tables.lids(), options, rows));
    };
  }

  /**
   * What a switch had been told; nothing comes when that is nothing, and it fails when that is
   * archived.
   */
  private Source<ReplicatedTables.Told, NotUsed> told(long guid, Moment moment) {
    return Source.completionStage(base(LftProgrammer.persistenceId(guid).id(), Long.MAX_VALUE))
        .flatMapConcat(base -> told(guid, moment, base.orElseThrow()));
  }

  private Source<ReplicatedTables.Told, NotUsed> told(long guid, Moment moment, OldSnapshot base) {
    TableReplica begin = new TableReplica();
    if (base.sequence() > 0) {
      begin.restore(guid, base.sequence(), base.stored());
    }
    // The last event of the snapshot is there, and tells whether the moment is as late.
    return events(LftProgrammer.persistenceId(guid), Math.max(1, base.sequence()), Long.MAX_VALUE)
        .takeWhile(
            event -> {
              if (event.sequenceNr() == base.sequence() && !moment.includes(event)) {
                throw new IllegalStateException(
                    "what switch %s had been told then is archived".formatted(Guid.format(guid)));
              }
              return moment.includes(event);
            })
        .filter(event -> event.sequenceNr() > base.sequence())
        .fold(begin, (replica, event) -> apply(replica, guid, event))
        .mapConcat(replica -> replica.freeze().told(guid).stream().toList());
  }

  private static TableReplica apply(TableReplica replica, long guid, EventEnvelope envelope) {
    TableReplica.Taken taken =
        replica.apply(guid, envelope.sequenceNr(), (LftEvent) envelope.event());
    if (taken != TableReplica.Taken.APPLIED) {
      throw new IllegalStateException(
          "event %d of %s is out of order"
              .formatted(envelope.sequenceNr(), envelope.persistenceId()));
    }
    return replica;
  }

  private Source<EventEnvelope, NotUsed> events(PersistenceId id, long first, long last) {
    return PersistenceQuery.get(system)
        .getReadJournalFor(JdbcReadJournal.class, JdbcReadJournal.Identifier())
        .currentEventsByPersistenceId(id.id(), first, last);
  }
}
