package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.UnicastWork;
import io.dateline.routing.actors.programmer.Work;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
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

  /**
   * What a programmer was asked.
   *
   * @param home that it was expected at
   * @param moves that it was found to have made since it was first asked this
   * @param told makes what the manager is told of the answer
   */
  record Question(
      long switchGuid, long home, Work work, int moves, Function<ProgrammerReply, SmCommand> told) {
    private Question at(long newHome) {
      return new Question(switchGuid, newHome, work, moves + 1, told);
    }

    private SmCommand failed(String why) {
      return told.apply(new ProgrammerReply.ProgrammingFailed(work.generation(), new int[0], why));
    }
  }

  /** Of one switch. */
  private static final class Home {
    private long port;
    private int unanswered; // questions
    private boolean isSilent; // a question was not answered in time
    private long next; // where it has moved
    private final Queue<Question> moving = new ArrayDeque<>(); // to be asked there

    private Home(long port) {
      this.port = port;
    }

    private boolean mayStillWrite() {
      return unanswered > 0 || isSilent;
    }
  }

  private static final int MOVES_MAX = 5;

  private final SubnetManagerSetup setup;
  private final Outbox out;
  private final List<SharedSets> shared = new ArrayList<>(); // of this term
  private final Long2ObjectMap<Home> homes = new Long2ObjectOpenHashMap<>(); // by switch GUID

  ProgrammerHomes(SubnetManagerSetup setup, Outbox out) {
    this.setup = setup;
    this.out = out;
  }

  /** No home knows the keys of this term. */
  void termBegins() {
    homes.clear();
    shared.clear();
  }

  /** Sets of a sweep that all homes are to share. */
  SharedSets share(HeavySweep sweep) {
    List<Long> others = new ArrayList<>(setup.homes().chosen().orElse(Set.of()));
    others.removeIf(
        port -> port == own() || sweep.found.fabric().endPortByGuid(port) == Fabric.NONE);
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
      homes.putIfAbsent(switchGuid, new Home(port));
    }
  }

  /** How many nodes take part, at least 1. */
  int count() {
    return Math.max(1, setup.homes().chosen().map(Set::size).orElse(1));
  }

  /**
   * Has programmers live on those nodes whose ports a sweep has found; beside this manager where
   * the fabric is small, or a node is of a version that cannot have any.
   */
  void choose(HeavySweep sweep) {
    Set<Long> ports = new HashSet<>();
    Fabric fabric = sweep.found.fabric();
    int from = setup.programming().spreadFrom();
    if (from > 0 && fabric.switchCount() >= from) {
      setup.peers().get().hosts().stream()
          .filter(port -> fabric.endPortByGuid(port) != Fabric.NONE)
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

  /** Tells a programmer something; the manager is told of its answer, which comes in any case. */
  void ask(long switchGuid, Work work, Function<ProgrammerReply, SmCommand> told) {
    Home home = homes.computeIfAbsent(switchGuid, guid -> new Home(own()));
    Question question = new Question(switchGuid, home.port, work, 0, told);
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
      out.tell(
          question.failed(
              "no way leads there from port %s, where its programmer is"
                  .formatted(Guid.format(home.port))));
      return;
    }
    home.unanswered++;
    out.await(
        "%s of %s programmed".formatted(tables(question.work()), Guid.format(guid)),
        () -> setup.workers().program(guid, question.work(), reach.get(), Workers.WRITING_PATIENCE),
        (reply, failure) -> new Answered(question, Optional.ofNullable(reply)));
  }

  private static String tables(Work work) {
    return work instanceof UnicastWork ? "table" : "groups";
  }

  /** Takes an answer in; what the manager is told of it, unless the programmer is asked again. */
  Optional<SmCommand> take(Answered answered) {
    Question question = answered.question();
    Home home = homes.get(question.switchGuid());
    home.unanswered--;
    Optional<SmCommand> told = Optional.empty();
    switch (answered.reply().orElse(null)) {
      case null -> {
        home.isSilent = true;
        told = Optional.of(question.failed("its programmer did not answer"));
      }
      case ProgrammerReply.Elsewhere moved -> {
        home.next = moved.home();
        home.moving.add(question);
      }
      case ProgrammerReply reply -> told = Optional.of(question.told().apply(reply));
    }
    if (!home.moving.isEmpty() && home.unanswered == 0) {
      move(home);
    }
    return told;
  }

  private void move(Home home) {
    if (home.isSilent) {
      out.tell(new SmCommand.HomeLost(home.port)); // the questions go with the term
      return;
    }
    home.port = home.next;
    int count = home.moving.size();
    for (int i = 0; i < count; i++) {
      Question question = home.moving.remove();
      if (question.moves() < MOVES_MAX) {
        put(home, question.at(home.port));
      } else {
        out.tell(question.failed("its programmer moves again and again"));
      }
    }
  }

  /** The Sets that were shared have been sent. */
  void sharedEnded() {
    shared.removeIf(SharedSets::isOver);
  }

  /** Whether a node that is lost may, if it is alive, still write to a switch or port. */
  boolean mayStillWrite(long port) {
    return shared.stream().anyMatch(sets -> sets.mayStillWrite(port))
        || homes.values().stream().anyMatch(home -> home.port == port && home.mayStillWrite());
  }
}
