package io.dateline.sm.node;

import akka.actor.typed.ActorSystem;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import io.dateline.mad.transport.MadExchange;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.alive.Part;
import io.dateline.sm.alive.Pulse;
import io.dateline.sm.alive.ServiceManager;
import io.dateline.sm.alive.SignBook;
import io.dateline.sm.alive.Watchdog;
import io.dateline.sm.alive.WatchdogSettings;
import io.dateline.sm.http.StatusBoard;
import io.dateline.sm.http.VitalSigns;
import io.dateline.sm.manager.FabricAccess;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SmState;
import io.dateline.sm.sa.SaCounters;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Has all that lives on a node watched, and tells the node's board how it is. */
final class NodeWatch {
  private final WatchdogSettings settings;
  private final SignBook book = new SignBook();
  private final SmStanding standing;
  private final BooleanSupplier hasHeir;

  /** Of the singleton, while it is here: one that has retired, or left, has entered this state. */
  final Pulse manager;

  final Pulse administrator = new Pulse(Part.ADMINISTRATOR, book, () -> false);
  final Pulse replica = new Pulse(Part.REPLICA, book, () -> false);

  /**
   * Nothing is watched yet.
   *
   * @param hasHeir whether there is another member that could manage the subnet
   */
  NodeWatch(WatchdogSettings settings, SmStanding standing, BooleanSupplier hasHeir) {
    this.settings = settings;
    this.hasHeir = hasHeir;
    this.standing = standing;
    manager = new Pulse(Part.MANAGER, book, () -> standing.state() == SmState.NOT_ACTIVE);
  }

  /** A node that is alone goes on all the same: begun anew as a process it knows no more. */
  void managerFailed(RuntimeException failure) {
    if (hasHeir.getAsBoolean()) {
      book.failed(Part.MANAGER);
    }
  }

  /**
   * Begins to watch.
   *
   * @param keys that the own port may have
   * @param sight of the fabric around the port
   * @param known what this node has read of switches
   * @param halt ends the process at once, with an exit code
   */
  void begin(
      ActorSystem<?> system,
      MadExchange exchange,
      ReadingKeys keys,
      FabricSight sight,
      StatusBoard board,
      FabricAccess access,
      SaCounters counters,
      Supplier<ReplicatedTables> known,
      IntConsumer halt) {
    Cluster cluster = Cluster.get(system);
    OwnPort port = new OwnPort(exchange, keys);
    OwnRequest ownRequest =
        new OwnRequest(
            exchange,
            port,
            () -> standing.answersQuestions() && board.view().isPresent(),
            counters::decided,
            () -> book.answered(Part.ADMINISTRATOR));
    NodeHealth health =
        new NodeHealth(
            book, settings, () -> cluster.selfMember().status(), port, sight, standing, board);
    ProgrammersProbe programmers =
        new ProgrammersProbe(
            system, () -> cluster.selfMember().status() == MemberStatus.up(), known);
    board.programmers(programmers::switches);
    board.watched(
        health,
        health::managerTrouble,
        () ->
            VitalSigns.of(
                access.lightSweepAgeNs(),
                ownRequest.answerAgeNs(),
                book.silence(),
                settings.interval()));
    Watchdog.begin(
        system,
        settings,
        book,
        List.of(manager, administrator, replica, programmers, port, ownRequest),
        ServiceManager.ofEnvironment(),
        health,
        halt);
  }
}
