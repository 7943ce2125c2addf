package io.dateline.sm.replica;

import akka.Done;
import akka.NotUsed;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.Scheduler;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.persistence.jdbc.query.javadsl.JdbcReadJournal;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.Offset;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.query.Sequence;
import akka.persistence.typed.PersistenceId;
import akka.stream.KillSwitches;
import akka.stream.Materializer;
import akka.stream.SharedKillSwitch;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.journal.FutureRecord;
import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalReader;
import io.dateline.persistence.journal.UnknownEvents;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftState;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sm.manager.SubnetManager;
import io.dateline.sm.manager.SubnetState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Follows the journal of a subnet, so that this node knows at any time what its manager would have
 * to read first. One a node, on the master's too. It only reads.
 *
 * <p>It begins with what recovery gives: the manager's state and that of every switch, snapshots
 * first. From there on two queries bring what is new: the manager's events, and by their tag those
 * of all switches. Where an event of a switch is missing (journals from before there were tags),
 * the switch is recovered again. When the journal fails, what was read stays, and the queries begin
 * again where they ended.
 */
public final class SubnetReplica extends AbstractBehavior<SubnetReplica.Command> {
  public sealed interface Command {}

  /**
   * Read what is in the journal now, then tell me. Answered at once, with what is known, while the
   * journal cannot be read.
   */
  public record CatchUp(ActorRef<CaughtUp> replyTo) implements Command {}

  /**
   * What was read; for this node only.
   *
   * @param isCurrent whether it is all that the journal held when it was asked for
   */
  public record CaughtUp(ReplicaView view, boolean isCurrent) {}

  private record Begin() implements Command {}

  /** Where the queries will begin, and what has to be recovered before. */
  private record Begun(int run, long ordering, List<String> switchIds) implements Command {}

  private record Recovered(JournalReader.Read<?> read) implements Command {}

  private record ReaderEnded(String id) implements Command {}

  private record ReadAgain(String id) implements Command {}

  private record Arrived(int run, List<EventEnvelope> events, ActorRef<Done> done)
      implements Command {}

  private record Failed(int run, Throwable why) implements Command {}

  private record Look() implements Command {}

  private record Looked(JournalHead.Distance distance) implements Command {}

  private record LookFailed(Throwable why) implements Command {}

  private record Asked(JournalHead.Place end, ActorRef<CaughtUp> replyTo) implements Command {}

  private record NotAsked(ActorRef<CaughtUp> replyTo) implements Command {}

  /**
   * What a replica works with.
   *
   * @param subnetPrefix of the subnet
   * @param beginAfter a node that starts has more urgent things to do; it begins at once when it is
   *     asked
   * @param lookEvery between looks at how far behind it is
   * @param onView receives what has been read, after each look that found it changed
   * @param onStatus receives the status after each look
   */
  public record Setup(
      long subnetPrefix,
      Duration beginAfter,
      Duration lookEvery,
      Consumer<ReplicaView> onView,
      Consumer<ReplicaStatus> onStatus) {}

  private static final String FIRST_BEGIN = "first-begin";
  private static final Duration RETRY_FIRST = Duration.ofMillis(200);
  private static final int RETRY_DOUBLINGS_MAX = 5;
  private static final Duration APPLY_PATIENCE = Duration.ofMinutes(1);
  private static final int BATCH_MAX = 256;

  /** A database that hangs refuses nothing, and may keep a look for ever. */
  private static final int LOOKS_MISSED_MAX = 5;

  /** A switch's recovery is a few short queries; the pool has others to serve. */
  private static final int READERS_MAX = 16;

  /** Events that had a number and were not committed yet when we began are among the last. */
  private static final long ORDERING_MARGIN = 1000;

  private final TimerScheduler<Command> timers;
  private final Setup setup;
  private final PersistenceId subnetId;
  private final JdbcReadJournal journal;
  private final JournalHead head;
  private final Materializer materializer;
  private final ActorRef<JournalReader.Read<?>> onRead;

  private int run; // of the queries; what an earlier run sends is not listened to
  private SharedKillSwitch queries = KillSwitches.shared("subnet-replica");
  private boolean recovered; // once; from then on queries go on where they ended
  private boolean following;
  private String trouble; // why the journal cannot be read, or null
  private int failures; // since something was read

  private long sequence; // of the manager's last event
  private SubnetState subnet = SubnetState.EMPTY;
  private long ordering; // of the last event of any switch
  private final TableReplica tables = new TableReplica();

  // What is being recovered, or waits for it: by persistence id, the events that came meanwhile.
  private final Map<String, List<EventEnvelope>> held = new HashMap<>();
  private final ArrayDeque<String> toRead = new ArrayDeque<>();
  private int readers;

  private final List<Asked> waiting = new ArrayList<>();
  private ReplicaView view = ReplicaView.EMPTY;
  private boolean changed; // since that view
  private boolean looking;
  private int looksMissed; // since the one under way began

  /** The behavior. A mistake of ours makes it begin anew. */
  public static Behavior<Command> create(Setup setup) {
    Behavior<Command> behavior =
        Behaviors.setup(
            context -> Behaviors.withTimers(timers -> new SubnetReplica(context, timers, setup)));
    return Behaviors.supervise(behavior)
        .onFailure(
            SupervisorStrategy.restartWithBackoff(
                Duration.ofMillis(200), Duration.ofSeconds(10), 0.1));
  }

  private SubnetReplica(
      ActorContext<Command> context, TimerScheduler<Command> timers, Setup setup) {
    super(context);
    this.timers = timers;
    this.setup = setup;
    subnetId = SubnetManager.persistenceId(setup.subnetPrefix());
    journal =
        PersistenceQuery.get(context.getSystem())
            .getReadJournalFor(JdbcReadJournal.class, JdbcReadJournal.Identifier());
    head = new JournalHead(context.getSystem(), subnetId.id(), LftProgrammer.TAG);
    materializer = Materializer.createMaterializer(context);
    onRead = readAdapter(context);
    timers.startTimerWithFixedDelay(new Look(), setup.lookEvery());
    timers.startSingleTimer(FIRST_BEGIN, new Begin(), setup.beginAfter());
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // adapters are found by the raw class
  private static ActorRef<JournalReader.Read<?>> readAdapter(ActorContext<Command> context) {
    return (ActorRef) context.messageAdapter(JournalReader.Read.class, Recovered::new);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Command.class, this::on)
        .onSignal(PreRestart.class, signal -> stopQueries())
        .onSignal(PostStop.class, signal -> stopQueries())
        .build();
  }

  private Behavior<Command> on(Command command) {
    switch (command) {
      case CatchUp(var replyTo) -> ask(replyTo);
      case Begin begin -> begin();
      case Begun begun -> begun(begun);
      case Recovered(var read) -> recovered(read);
      case ReaderEnded(String id) -> readerEnded(id);
      case ReadAgain(String id) -> read(id);
      case Arrived arrived -> arrived(arrived);
      case Failed failed -> failed(failed);
      case Look look -> look();
      case Looked(var distance) -> looked(distance);
      case LookFailed(var why) -> lookFailed(why);
      case Asked asked -> asked(asked);
      case NotAsked(var replyTo) -> replyTo.tell(new CaughtUp(view(), false));
    }
    return this;
  }

  // ---- Recovery

  private void begin() {
    if (following) {
      return;
    }
    if (recovered) {
      follow();
      return;
    }
    int current = run;
    CompletionStage<Command> begun =
        head.lastOrdering()
            .thenCombine(
                journal.currentPersistenceIds().runWith(Sink.seq(), materializer),
                (last, ids) ->
                    new Begun(current, Math.max(0, last - ORDERING_MARGIN), switchIds(ids)));
    getContext().pipeToSelf(begun, (value, why) -> why == null ? value : new Failed(current, why));
  }

  private static List<String> switchIds(List<String> ids) {
    return ids.stream().filter(id -> LftProgrammer.switchGuid(id).isPresent()).toList();
  }

  private void begun(Begun begun) {
    if (begun.run() != run) {
      return;
    }
    ordering = begun.ordering();
    held.put(subnetId.id(), new ArrayList<>());
    read(subnetId.id());
    for (String id : begun.switchIds()) {
      held.put(id, new ArrayList<>());
      read(id);
    }
  }

  private void read(String id) {
    toRead.add(id);
    startReaders();
  }

  private void startReaders() {
    while (readers < READERS_MAX && !toRead.isEmpty()) {
      String id = toRead.poll();
      getContext().watchWith(getContext().spawnAnonymous(reader(id)), new ReaderEnded(id));
      readers++;
    }
  }

  private Behavior<JournalReader.Command> reader(String id) {
    return id.equals(subnetId.id())
        ? JournalReader.create(
            subnetId, SubnetState.EMPTY, SubnetState::apply, SubnetState.SNAPSHOTS, onRead)
        : LftProgrammer.reader(LftProgrammer.switchGuid(id).orElseThrow(), onRead);
  }

  private void recovered(JournalReader.Read<?> read) {
    String id = read.id().id();
    List<EventEnvelope> meanwhile = held.remove(id);
    if (meanwhile == null) {
      return; // for the one that was here before a restart
    }
    switch (read.state()) {
      case SubnetState state -> {
        subnet = state;
        sequence = read.sequence();
      }
      case LftState state ->
          tables.restore(LftProgrammer.switchGuid(id).orElseThrow(), read.sequence(), state);
      default -> throw new IllegalStateException("nobody asked for the state of " + id);
    }
    changed = true;
    meanwhile.forEach(this::take);
    if (held.isEmpty() && !recovered) {
      recovered = true;
      follow();
    }
    answer();
  }

  private void readerEnded(String id) {
    readers--;
    if (held.containsKey(id) && !toRead.contains(id)) {
      timers.startSingleTimer(id, new ReadAgain(id), pause());
    }
    startReaders();
  }

  // ---- Following

  private void follow() {
    run++;
    following = true;
    queries = KillSwitches.shared("subnet-replica");
    run(journal.eventsByPersistenceId(subnetId.id(), sequence + 1, Long.MAX_VALUE));
    run(journal.eventsByTag(LftProgrammer.TAG, Offset.sequence(ordering)));
  }

  /** Everything that has arrived while we took the last batch in is the next one. */
  private void run(Source<EventEnvelope, NotUsed> events) {
    int current = run;
    ActorRef<Command> self = getContext().getSelf();
    Scheduler scheduler = getContext().getSystem().scheduler();
    CompletionStage<Done> ended =
        events
            .via(queries.flow())
            .batch(BATCH_MAX, SubnetReplica::listOf, SubnetReplica::append)
            .mapAsync(
                1,
                batch ->
                    AskPattern.<Command, Done>ask(
                        self, done -> new Arrived(current, batch, done), APPLY_PATIENCE, scheduler))
            .runWith(Sink.ignore(), materializer);
    getContext()
        .pipeToSelf(
            ended,
            (done, why) ->
                new Failed(
                    current, why == null ? new IllegalStateException("a query ended") : why));
  }

  private static List<EventEnvelope> listOf(EventEnvelope first) {
    List<EventEnvelope> batch = new ArrayList<>();
    batch.add(first);
    return batch;
  }

  private static List<EventEnvelope> append(List<EventEnvelope> batch, EventEnvelope next) {
    batch.add(next);
    return batch;
  }

  private void arrived(Arrived arrived) {
    if (arrived.run() == run) {
      failures = 0;
      arrived.events().forEach(this::take);
      answer();
    }
    arrived.done().tell(Done.getInstance());
  }

  private void take(EventEnvelope envelope) {
    changed = true;
    if (envelope.event() instanceof SubnetEvent event) {
      takeSubnet(envelope.sequenceNr(), event);
      return;
    }
    ordering = Math.max(ordering, ((Sequence) envelope.offset()).value());
    String id = envelope.persistenceId();
    List<EventEnvelope> meanwhile = held.get(id);
    if (meanwhile != null) {
      meanwhile.add(envelope);
      return;
    }
    long guid = LftProgrammer.switchGuid(id).orElseThrow();
    TableReplica.Taken taken =
        tables.apply(guid, envelope.sequenceNr(), (LftEvent) envelope.event());
    if (taken == TableReplica.Taken.GAP) {
      held.put(id, new ArrayList<>(List.of(envelope)));
      read(id);
    }
  }

  private void takeSubnet(long number, SubnetEvent event) {
    if (number > sequence + 1) {
      throw new IllegalStateException(
          "event %d of %s came after %d".formatted(number, subnetId.id(), sequence));
    }
    if (number == sequence + 1) {
      subnet = subnet.apply(event);
      sequence = number;
    }
  }

  private void failed(Failed failed) {
    if (failed.run() != run) {
      return;
    }
    if (FutureRecord.isIn(failed.why())) {
      FutureRecord.leave(getContext().getSystem(), firstUnknown(), failed.why());
    }
    journalFails(failed.why());
    stopQueries();
    following = false;
    run++;
    timers.startSingleTimer(new Begin(), pause());
    failures++;
  }

  private CompletionStage<Optional<String>> firstUnknown() {
    UnknownEvents unknown = new UnknownEvents(getContext().getSystem());
    return unknown
        .of(subnetId.id(), sequence)
        .thenCombine(unknown.tagged(LftProgrammer.TAG, ordering), (a, b) -> a.or(() -> b));
  }

  private Duration pause() {
    return RETRY_FIRST.multipliedBy(1L << Math.min(failures, RETRY_DOUBLINGS_MAX));
  }

  private Behavior<Command> stopQueries() {
    queries.shutdown();
    return this;
  }

  // ---- Catching up

  private void ask(ActorRef<CaughtUp> replyTo) {
    if (timers.isTimerActive(FIRST_BEGIN)) {
      timers.cancel(FIRST_BEGIN);
      begin();
    }
    getContext()
        .pipeToSelf(
            head.from(place()),
            (distance, why) ->
                why == null ? new Asked(distance.end(), replyTo) : new NotAsked(replyTo));
  }

  private void asked(Asked asked) {
    if (recovered) {
      begin(); // the journal can be read again: not after the pause only
    }
    waiting.add(asked);
    answer();
  }

  private JournalHead.Place place() {
    return new JournalHead.Place(sequence, ordering);
  }

  private void answer() {
    if (following && held.isEmpty()) {
      waiting.removeIf(this::answered);
    }
  }

  private boolean answered(Asked asked) {
    boolean reached = sequence >= asked.end().sequence() && ordering >= asked.end().ordering();
    if (reached) {
      asked.replyTo().tell(new CaughtUp(view(), true));
    }
    return reached;
  }

  private ReplicaView view() {
    if (changed) {
      view = new ReplicaView(sequence, subnet, tables.freeze());
      changed = false;
      setup.onView().accept(view);
    }
    return view;
  }

  // ---- Status

  private void look() {
    if (looking) {
      looksMissed++;
      if (looksMissed >= LOOKS_MISSED_MAX) {
        journalFails(new TimeoutException("it does not answer"));
        report(-1, 0);
      }
    } else {
      looking = true;
      looksMissed = 0;
      getContext()
          .pipeToSelf(
              head.from(place()),
              (distance, why) -> why == null ? new Looked(distance) : new LookFailed(why));
    }
  }

  private void looked(JournalHead.Distance distance) {
    looking = false;
    if (following && trouble != null) {
      getContext().getLog().info("The replica reads the journal again");
    }
    trouble = following ? null : trouble;
    long age = distance.eventsAhead() == 0 ? 0 : System.currentTimeMillis() - distance.oldestMs();
    report(distance.eventsAhead(), Math.max(0, age));
  }

  private void lookFailed(Throwable why) {
    looking = false;
    journalFails(why);
    report(-1, 0);
  }

  /** What is known is all there is to be had: whoever waits for more is not kept waiting. */
  private void journalFails(Throwable why) {
    String before = trouble;
    trouble = "cannot read the journal: " + sentence(why);
    if (before == null) {
      getContext().getLog().warn("The replica {}", trouble);
    }
    waiting.forEach(asked -> asked.replyTo().tell(new CaughtUp(view(), false)));
    waiting.clear();
  }

  /** Databases tell the statement, too, from the second line on. */
  private static String sentence(Throwable why) {
    Throwable cause = why;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse(cause.toString());
  }

  private void report(long lagEvents, long lagMillis) {
    ReplicaView told = view();
    RoutingPlanned active = told.subnet().active();
    setup
        .onStatus()
        .accept(
            new ReplicaStatus(
                trouble != null ? trouble : following ? ReplicaStatus.FOLLOWING : "starting",
                told.sequence(),
                told.subnet().term(),
                active == null ? 0 : active.generation(),
                told.tables().switchCount(),
                lagEvents,
                lagMillis));
  }
}
