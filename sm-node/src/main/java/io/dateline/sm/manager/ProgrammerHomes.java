package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.routing.actors.programmer.UnicastWork;
import io.dateline.routing.actors.programmer.Work;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;

/**
 * Which node each switch's programmer lives on, by the GUID of that node's end port, and what was
 * not answered from there. Nothing is agreed upon beforehand: a programmer that is asked with a way
 * from another port than its node's says where it lives, and is asked again.
 *
 * <p>The rule that fences a node off which wakes late: a switch is not told anything from a new
 * home in a term in which the home before it has left something unanswered. That one may still send
 * it. So a new term begins, whose M_Keys it does not know.
 */
final class ProgrammerHomes {
  /** A programmer has answered, or has not in time. */
  record Answered(Question question, Optional<ProgrammerReply> reply) implements SmCommand {}

  /** A programmer that was on its way is asked again. */
  record AskAgain(Question question) implements SmCommand {}

  /**
   * What a programmer was asked, one time.
   *
   * @param turn no two questions that were put have the same one; as {@link Turns} has it
   * @param moves that it was found to have made since it was first asked this
   * @param told makes what the manager is told of the answer
   */
  record Question(
      long switchGuid, Work work, long turn, int moves, Function<ProgrammerReply, SmCommand> told) {
    private Question again() {
      return new Question(switchGuid, work, Turns.UNKNOWN, moves + 1, told);
    }

    private Question at(long newTurn) {
      return new Question(switchGuid, work, newTurn, moves, told);
    }

    private SmCommand failed(String why) {
      return told.apply(new ProgrammerReply.ProgrammingFailed(work.generation(), new int[0], why));
    }
  }

  /** Of one switch. */
  private static final class Home {
    private long port;
    private boolean isProven; // it has answered by its own way
    private boolean isSilent; // it may write what it has not answered for
    private long next; // where the programmer has moved, 0 where it did not say
    private final List<Question> open = new ArrayList<>();
    private final Queue<Question> moving = new ArrayDeque<>(); // to be asked there

    private Home(long port, boolean isProven) {
      this.port = port;
      this.isProven = isProven;
    }

    /** A guess was given a way from another port, by which no programmer writes. */
    private boolean mayStillWrite() {
      return isProven && (isSilent || !open.isEmpty());
    }
  }

  /** Shards that are on their way arrive within a second or two. */
  private static final Duration AGAIN = Duration.ofMillis(500);

  private static final int MOVES_MAX = 30;

  private final SubnetManagerSetup setup;
  private final Outbox out;
  private final List<SharedSets> shared = new ArrayList<>(); // of this term
  private final LongSet silent = new LongOpenHashSet(); // homes, in this term
  private final LongSet distrusted = new LongOpenHashSet(); // nodes that were wrong, in this term
  private final Long2ObjectMap<Home> homes = new Long2ObjectOpenHashMap<>(); // by switch GUID
  private long turn; // of the last question

  ProgrammerHomes(SubnetManagerSetup setup, Outbox out) {
    this.setup = setup;
    this.out = out;
  }

  /** No home knows the keys of this term, and what was asked in an earlier one is void. */
  void termBegins(long term) {
    turn = Turns.before(term);
    setup.workers().termBegan(term);
    homes.clear();
    shared.forEach(SharedSets::cancel);
    shared.clear();
    silent.clear();
    distrusted.clear();
  }

  /** Sets of a sweep that all homes are to share. */
  SharedSets share(HeavySweep sweep) {
    List<Long> others = new ArrayList<>(setup.homes().chosen().orElse(Set.of()));
    others.retainAll(setup.peers().get().hosts());
    others.removeIf(
        port ->
            port == own()
                || isLeftOut(port)
                || sweep.found.fabric().endPortByGuid(port) == Fabric.NONE);
    Collections.sort(others);
    SharedSets sets = new SharedSets(sweep, others);
    shared.add(sets);
    return sets;
  }

  private long own() {
    return setup.exchange().port().portGuid();
  }

  /** A programmer has said where it lives, without being asked to write anything. */
  void learn(long switchGuid, long port) {
    if (port != 0) {
      homes.putIfAbsent(switchGuid, new Home(port, true));
    }
  }

  /** How many nodes take part, at least 1. */
  int count() {
    return Math.max(1, setup.homes().chosen().map(Set::size).orElse(1));
  }

  /**
   * Has programmers live on those nodes whose ports a sweep has found, and that have been neither
   * silent nor wrong in this term; beside this manager where the fabric is small, or a node is of a
   * version that cannot have any.
   */
  void choose(HeavySweep sweep) {
    Set<Long> ports = new HashSet<>();
    Fabric fabric = sweep.found.fabric();
    int from = setup.programming().spreadFrom();
    if (from > 0 && fabric.switchCount() >= from) {
      setup.peers().get().hosts().stream()
          .filter(port -> fabric.endPortByGuid(port) != Fabric.NONE)
          .filter(port -> port == own() || !isLeftOut(port))
          .forEach(ports::add);
    }
    Set<Long> chosen = ports.size() > 1 ? ports : Set.of();
    Optional<Set<Long>> before = setup.homes().chosen();
    if (!before.equals(Optional.of(chosen))) {
      if (!chosen.isEmpty()) {
        out.info("Programmers are spread over {} nodes", chosen.size());
      } else if (!before.orElse(Set.of()).isEmpty()) {
        out.info("Programmers live beside the subnet manager");
      }
      setup.homes().choose(chosen);
    }
  }

  private boolean isLeftOut(long port) {
    return silent.contains(port) || distrusted.contains(port);
  }

  /** A node has been wrong; it is none of the homes that are chosen next. */
  void distrust(long port) {
    distrusted.add(port);
  }

  /** Tells a programmer something; the manager is told of its answer, which comes in any case. */
  void ask(long switchGuid, Work work, Function<ProgrammerReply, SmCommand> told) {
    Home home = homes.computeIfAbsent(switchGuid, guid -> new Home(own(), false));
    Question question = new Question(switchGuid, work, Turns.UNKNOWN, 0, told);
    if (home.moving.isEmpty()) {
      put(home, question);
    } else {
      home.moving.add(question);
    }
  }

  private void put(Home home, Question question) {
    long guid = question.switchGuid();
    Optional<SwitchReach> reach = setup.access().reach(home.port, guid);
    if (reach.isEmpty()) {
      putLater(home, question);
      return;
    }
    Question put = question.at(++turn);
    home.open.add(put);
    out.await(
        "%s of %s programmed".formatted(tables(put.work()), Guid.format(guid)),
        () ->
            setup
                .workers()
                .program(guid, put.work(), put.turn(), reach.get(), Workers.WRITING_PATIENCE),
        (reply, failure) -> new Answered(put, Optional.ofNullable(reply)));
  }

  /** Its shard leaves a node that no way leads from; this node's own port has to do then. */
  private void putLater(Home home, Question question) {
    if (home.port == own() || question.moves() >= MOVES_MAX) {
      out.tell(
          question.failed(
              "no way leads there from port %s, where its programmer is"
                  .formatted(Guid.format(home.port))));
    } else {
      later(question);
    }
  }

  private void later(Question question) {
    out.startTimer(
        "ask-again-%x-%s".formatted(question.switchGuid(), tables(question.work())),
        AGAIN,
        new AskAgain(question.again()));
  }

  /** A question whose time has come. */
  void askAgain(AskAgain again) {
    Question question = again.question();
    if (!setup.standing().isInCharge()) {
      out.tell(question.failed("this node does not manage the subnet any more"));
      return;
    }
    Home home = homes.computeIfAbsent(question.switchGuid(), guid -> new Home(own(), false));
    if (setup.access().reach(home.port, question.switchGuid()).isEmpty() && !home.mayStillWrite()) {
      home.port = own();
      home.isProven = false;
    }
    put(home, question);
  }

  private static String tables(Work work) {
    return work instanceof UnicastWork ? "table" : "groups";
  }

  /** Takes an answer in; what the manager is told of it, unless the programmer is asked again. */
  Optional<SmCommand> take(Answered answered) {
    Question question = answered.question();
    Home home = homes.get(question.switchGuid());
    if (!home.open.remove(question)) {
      return Optional.empty(); // it was asked anew
    }
    Optional<SmCommand> told = Optional.empty();
    switch (answered.reply().orElse(null)) {
      case null -> {
        home.isSilent |= home.isProven;
        silent.add(home.port);
        told = Optional.of(question.failed("its programmer did not answer"));
      }
      case ProgrammerReply.Elsewhere moved -> {
        home.next = moved.home();
        home.moving.add(question);
      }
      case ProgrammerReply reply -> {
        home.isProven = true;
        home.isSilent |=
            reply instanceof ProgrammerReply.ProgrammingFailed failed && failed.mayStillWrite();
        told = Optional.of(question.told().apply(reply));
      }
    }
    if (!home.moving.isEmpty() && home.open.isEmpty()) {
      move(home);
    }
    return told;
  }

  private void move(Home home) {
    if (home.mayStillWrite()) {
      out.tell(new SmCommand.HomeLost(home.port)); // the questions go with the term
      return;
    }
    home.port = home.next == 0 ? own() : home.next;
    home.isProven = home.next != 0;
    int count = home.moving.size();
    for (int i = 0; i < count; i++) {
      Question question = home.moving.remove();
      if (question.moves() >= MOVES_MAX) {
        out.tell(question.failed("its programmer moves again and again"));
      } else if (home.next == 0) {
        later(question);
      } else {
        put(home, question.again());
      }
    }
  }

  /**
   * A node has gone that nothing is to be feared of. Questions may have gone with it, but for those
   * to programmers that are known to live here.
   */
  void lost() {
    for (Home home : homes.values()) {
      if (home.isProven && home.port == own()) {
        continue;
      }
      List<Question> open = List.copyOf(home.open);
      home.open.clear();
      open.forEach(question -> put(home, question.again()));
    }
  }

  /**
   * The Sets that were shared have been sent. A node that has not answered for its share may still
   * send it, when another node has sent something newer.
   */
  void sharedEnded() {
    shared.removeIf(SharedSets::isOver);
    shared.stream()
        .flatMap(sets -> sets.writers().stream())
        .forEach(port -> out.tell(new SmCommand.HomeLost(port)));
  }

  /** Whether a node that is lost may, if it is alive, still write to a switch or port. */
  boolean mayStillWrite(long port) {
    return shared.stream().anyMatch(sets -> sets.mayStillWrite(port))
        || homes.values().stream().anyMatch(home -> home.port == port && home.mayStillWrite());
  }
}
