package io.dateline.sm.replica;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.persistence.typed.PersistenceId;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.journal.FollowedStates;
import io.dateline.persistence.journal.FutureRecord;
import io.dateline.persistence.journal.JournalFeed;
import io.dateline.persistence.journal.JournalFeed.Item;
import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalIndex;
import io.dateline.persistence.journal.JournalMark;
import io.dateline.persistence.journal.JournalPlace;
import io.dateline.persistence.journal.JournalReader;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.persistence.journal.ReadMark;
import io.dateline.persistence.journal.UnfitJournal;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftState;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Follows the journal of a subnet, so that this node knows at any time what its manager would have
 * to read first. One a node, on the master's too. It only reads.
 *
 * <p>It begins with what recovery gives: the manager's state and that of every switch, snapshots
 * first. From there on it asks the journal again and again for what is new. Where an event of a
 * switch is missing (one that was given up, or deleted), the switch is recovered again. When the
 * journal fails, what was read stays, and the questions go on where they ended.
 *
 * <p>Long because it is one actor with one protocol, whose parts share what is being recovered.
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

  /** The journal's answer, for the one that asked: not for one that began anew since. */
  private sealed interface Answer extends Command {
    SubnetReplica asker();
  }

  /** What there is to be recovered. */
  private record Begun(SubnetReplica asker, JournalHead.Contents contents) implements Answer {}

  private record Recovered(JournalReader.Read<?> read) implements Command {}

  private record ReaderEnded(String id) implements Command {}

  private record ReadAgain(String id) implements Command {}

  private record AskJournal() implements Command {}

  private record Arrived(SubnetReplica asker, JournalFeed.News news) implements Answer {}

  private record Failed(SubnetReplica asker, Throwable why) implements Answer {}

  private record Look() implements Command {}

  /**
   * How far the journal goes.
   *
   * @param isHeld whether the manager's last event is there as it was read
   * @param missed what is missing of what was there before
   */
  private record Looked(
      SubnetReplica asker,
      long from,
      JournalHead.Distance distance,
      boolean isHeld,
      Optional<JournalWentBack> missed)
      implements Answer {}

  private record LookFailed(Throwable why) implements Command {}

  /** For whom nothing less than the answer to this question will do. */
  private record Waiting(long question, ActorRef<CaughtUp> replyTo) {}

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
  private static final String NEXT = "next";
  private static final Duration RETRY_FIRST = Duration.ofMillis(200);
  private static final int RETRY_DOUBLINGS_MAX = 5;

  /** Between questions while nothing is new. */
  private static final Duration PACE = Duration.ofMillis(100);

  /** A database that hangs refuses nothing, and may keep a look for ever. */
  private static final int LOOKS_MISSED_MAX = 5;

  /** A switch's recovery is a few short queries; the pool has others to serve. */
  private static final int READERS_MAX = 16;

  /** Events that had a number and were not committed yet when we began are among the last. */
  private static final long ORDERING_MARGIN = 1000;

  private final TimerScheduler<Command> timers;
  private final Setup setup;
  private final PersistenceId subnetId;
  private final FollowedStates followed;
  private final JournalHead head;
  private final JournalIndex index; // of the manager's events
  private final ActorRef<JournalReader.Read<?>> onRead;

  private boolean isAsking; // the journal: what it holds, or what is new
  private JournalFeed feed; // from the moment on that it is known what to recover, or null
  private boolean recovered; // once
  private boolean following;
  private String trouble; // why the journal cannot be read, or null
  private int failures; // since something was read

  private long questions; // for what is new
  private long caughtUp; // the last question whose answer was all there is
  private long ordering; // of the last event that was read
  private long sequence; // of the manager's last event
  private final JournalMark mark;
  private Optional<ReadMark> seen = Optional.empty(); // at the last look
  private JournalPlace last; // where that one stands, or null while recovery has not told
  private SubnetState subnet = SubnetState.EMPTY;
  private final TableReplica tables = new TableReplica();

  // What is being recovered, or waits for it: by persistence id, the events that came meanwhile.
  private final Map<String, List<Item>> held = new HashMap<>();
  private final Map<String, Integer> readsFailed = new HashMap<>();
  private final ArrayDeque<String> toRead = new ArrayDeque<>();
  private int readers;

  private final List<Waiting> waiting = new ArrayList<>();
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
    context.setLoggerName(SubnetReplica.class); // it is guessed too early, in the constructor
    this.timers = timers;
    this.setup = setup;
    subnetId = SubnetState.persistenceId(setup.subnetPrefix());
    followed = FollowedStates.get(context.getSystem());
    head = new JournalHead(context.getSystem());
    index = new JournalIndex(context.getSystem(), subnetId.id());
    mark = JournalMark.get(context.getSystem());
    onRead = readAdapter(context);
    timers.startTimerWithFixedDelay(new Look(), Duration.ofMillis(1), setup.lookEvery());
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
        .onSignal(
            PreRestart.class,
            signal -> {
              followed.forget(subnetId.id()); // there is a reason not to believe it
              return this;
            })
        .build();
  }

  private Behavior<Command> on(Command command) {
    switch (command) {
      case CatchUp(var replyTo) -> ask(replyTo);
      case Begin begin -> begin();
      case Answer answer when answer.asker() != this -> {}
      case Begun begun -> begun(begun.contents());
      case Recovered(var read) -> recovered(read);
      case ReaderEnded(String id) -> readerEnded(id);
      case ReadAgain(String id) -> read(id);
      case AskJournal ask -> askJournal();
      case Arrived arrived -> arrived(arrived.news());
      case Failed failed -> failed(failed.why());
      case Look look -> look();
      case Looked looked -> looked(looked);
      case LookFailed(var why) -> lookFailed(why);
    }
    return this;
  }

  // ---- Recovery

  private void begin() {
    if (isAsking || feed != null) {
      return;
    }
    isAsking = true;
    getContext()
        .pipeToSelf(
            head.contents(),
            (contents, why) -> why == null ? new Begun(this, contents) : new Failed(this, why));
  }

  private void begun(JournalHead.Contents contents) {
    isAsking = false;
    ordering = Math.max(0, contents.last() - ORDERING_MARGIN);
    feed = new JournalFeed(getContext().getSystem(), ordering, this::isFollowed);
    recover(subnetId.id(), List.of());
    contents.persistenceIds().stream()
        .filter(id -> LftProgrammer.switchGuid(id).isPresent())
        .forEach(id -> recover(id, List.of()));
  }

  private boolean isFollowed(String persistenceId) {
    return persistenceId.equals(subnetId.id())
        || LftProgrammer.switchGuid(persistenceId).isPresent();
  }

  /** Reads a state, and holds back what comes for it meanwhile. */
  private void recover(String id, List<Item> meanwhile) {
    held.put(id, new ArrayList<>(meanwhile));
    read(id);
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
    List<Item> meanwhile = held.remove(id);
    readsFailed.remove(id);
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
      askJournal();
    }
    answer();
  }

  private void readerEnded(String id) {
    readers--;
    if (held.containsKey(id) && !toRead.contains(id)) {
      int failed = readsFailed.merge(id, 1, Integer::sum);
      timers.startSingleTimer(id, new ReadAgain(id), pause(failed - 1));
      journalFails(new IllegalStateException("the state of %s is not read".formatted(id)));
    }
    startReaders();
  }

  // ---- Following

  /** What is new; one question at a time. */
  private void askJournal() {
    if (isAsking || !recovered) {
      return;
    }
    isAsking = true;
    questions++;
    getContext()
        .pipeToSelf(
            feed.next(),
            (news, why) -> why == null ? new Arrived(this, news) : new Failed(this, why));
  }

  private void arrived(JournalFeed.News news) {
    isAsking = false;
    following = true;
    failures = 0;
    ordering = news.end();
    news.items().forEach(this::take);
    if (news.isAll()) {
      caughtUp = questions;
      answer();
    }
    if (!news.isAll() || waiting.stream().anyMatch(one -> one.question > caughtUp)) {
      askJournal();
    } else {
      timers.startSingleTimer(NEXT, new AskJournal(), PACE);
    }
  }

  private void take(Item item) {
    changed = true;
    if (item.event() instanceof SubnetEvent event) {
      takeSubnet(item.place(), event);
      return;
    }
    String id = item.persistenceId();
    List<Item> meanwhile = held.get(id);
    if (meanwhile != null) {
      meanwhile.add(item);
      return;
    }
    long guid = LftProgrammer.switchGuid(id).orElseThrow();
    TableReplica.Taken taken = tables.apply(guid, item.sequence(), (LftEvent) item.event());
    if (taken == TableReplica.Taken.GAP) {
      recover(id, List.of(item));
    }
  }

  private void takeSubnet(JournalPlace place, SubnetEvent event) {
    long number = place.sequence();
    if (number > sequence + 1) {
      throw new IllegalStateException(
          "event %d of %s came after %d".formatted(number, subnetId.id(), sequence));
    }
    if (last != null && number <= sequence && place.ordering() > last.ordering()) {
      throw new IllegalStateException(
          "event %d of %s came again: another journal is in its place"
              .formatted(number, subnetId.id()));
    }
    if (number == sequence + 1) {
      know(place, subnet.apply(event));
      if (event instanceof SubnetEvent.RoutingActivated) {
        tables.settle(subnet.memory().chain());
      }
    } else if (number == sequence) {
      know(place, subnet);
    }
  }

  /** So does a manager that begins on this node. */
  private void know(JournalPlace place, SubnetState state) {
    last = place;
    sequence = place.sequence();
    subnet = state;
    followed.know(subnetId.id(), place, state);
  }

  private void failed(Throwable why) {
    isAsking = false;
    following = false;
    if (feed != null && FutureRecord.isIn(why)) {
      FutureRecord.leave(getContext().getSystem(), feed.firstUnknown(), why);
    }
    journalFails(why);
    timers.startSingleTimer(NEXT, feed == null ? new Begin() : new AskJournal(), pause(failures));
    failures++;
  }

  private static Duration pause(int failed) {
    return RETRY_FIRST.multipliedBy(1L << Math.min(failed, RETRY_DOUBLINGS_MAX));
  }

  // ---- Catching up

  /** A question that is under way may not see all that there is by now. */
  private void ask(ActorRef<CaughtUp> replyTo) {
    waiting.add(new Waiting(questions + 1, replyTo));
    timers.cancel(FIRST_BEGIN);
    begin();
    askJournal();
  }

  private void answer() {
    if (held.isEmpty()) {
      waiting.removeIf(this::answered);
    }
  }

  private boolean answered(Waiting one) {
    boolean isReached = caughtUp >= one.question;
    if (isReached) {
      one.replyTo().tell(new CaughtUp(view(), true));
    }
    return isReached;
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
      long from = ordering;
      looking = true;
      looksMissed = 0;
      getContext()
          .pipeToSelf(
              mark.missed()
                  .thenCombine(
                      head.from(from).thenCombine(holdsLast(), Map::entry),
                      (missed, there) ->
                          new Looked(this, from, there.getKey(), there.getValue(), missed)),
              (looked, why) -> why == null ? looked : new LookFailed(why));
    }
  }

  private CompletionStage<Boolean> holdsLast() {
    return last == null
        ? CompletableFuture.completedStage(true)
        : index.at(last).thenApply(Optional::isPresent);
  }

  private void looked(Looked looked) {
    JournalHead.Distance distance = looked.distance();
    looking = false;
    if (looked.missed().isPresent()) {
      UnfitJournal.leave(getContext().getSystem(), looked.missed().get());
      return;
    }
    if (distance.last() < looked.from()) {
      throw new IllegalStateException(
          "the journal ends at %d, and has been read up to %d: an older one is in its place"
              .formatted(distance.last(), looked.from()));
    }
    if (!looked.isHeld()) {
      throw new IllegalStateException(
          "the journal does not hold what was read of %s: another one is in its place"
              .formatted(subnetId.id()));
    }
    markHeld();
    if (trouble != null && following && held.isEmpty()) {
      getContext().getLog().info("The replica reads the journal again");
      trouble = null;
    }
    long age = distance.events() == 0 ? 0 : System.currentTimeMillis() - distance.oldestMs();
    report(distance.events(), Math.max(0, age));
  }

  /**
   * An H2 database shows an event a moment before it is on the disk, and an end of its server may
   * take it back: then nothing was told that it is there, and it is no loss. Whatever was there at
   * two looks is there for good.
   */
  private void markHeld() {
    seen.ifPresent(mark::reach);
    seen =
        Optional.ofNullable(last).map(place -> new ReadMark(subnetId.id(), place, subnet.term()));
  }

  private void lookFailed(Throwable why) {
    looking = false;
    journalFails(why);
    report(-1, 0);
  }

  /** What is known is all there is to be had: a caller that waits for more is not kept waiting. */
  private void journalFails(Throwable why) {
    String before = trouble;
    trouble = "cannot read the journal: " + sentence(why);
    if (before == null) {
      getContext().getLog().warn("The replica {}", trouble);
    }
    waiting.forEach(one -> one.replyTo().tell(new CaughtUp(view(), false)));
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
