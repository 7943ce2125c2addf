package io.dateline.sm.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.sm.config.Reload;
import io.dateline.sm.config.ReloadAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Has a node's settings read again, one time after the other, on a thread that may wait for files.
 * What is ordered while they are read has them read once more: a file may have changed since.
 */
final class SettingsDesk extends AbstractOnMessageBehavior<SettingsDesk.Command> {
  sealed interface Command {}

  /**
   * Read them.
   *
   * @param by what ordered it
   * @param sweepsAnyway whether a heavy sweep is wanted though they cannot be used
   */
  record ReadAgain(String by, boolean sweepsAnyway, ActorRef<ReloadAnswer> replyTo)
      implements Command {}

  /** Heavy sweeps of this node's subnet manager. */
  interface Sweeps {
    /**
     * Orders one.
     *
     * @return false where this node does not manage the subnet
     */
    boolean order(String reason);
  }

  private record WasRead(Reload.Outcome outcome) implements Command {}

  private final Reload reload;
  private final SettingsSight sight;
  private final Sweeps sweeps;
  private final Executor slow;
  private List<ReadAgain> underWay = List.of(); // empty while nothing is read
  private List<ReadAgain> next = new ArrayList<>();

  private SettingsDesk(
      ActorContext<Command> context, Reload reload, SettingsSight sight, Sweeps sweeps) {
    super(context);
    this.reload = reload;
    this.sight = sight;
    this.sweeps = sweeps;
    slow = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
  }

  /**
   * The behavior.
   *
   * @param sight is told what came of it
   * @param sweeps has the subnet swept
   */
  static Behavior<Command> create(Reload reload, SettingsSight sight, Sweeps sweeps) {
    return Behaviors.setup(context -> new SettingsDesk(context, reload, sight, sweeps));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case ReadAgain order -> {
        next.add(order);
        beginIfIdle();
      }
      case WasRead read -> {
        onRead(read.outcome());
        beginIfIdle();
      }
    }
    return this;
  }

  private void beginIfIdle() {
    if (underWay.isEmpty() && !next.isEmpty()) {
      underWay = next;
      next = new ArrayList<>();
      getContext()
          .pipeToSelf(
              CompletableFuture.supplyAsync(reload::read, slow),
              (outcome, failure) ->
                  new WasRead(
                      failure == null ? outcome : new Reload.Outcome.Refused(failure.toString())));
    }
  }

  private void onRead(Reload.Outcome outcome) {
    List<ReadAgain> orders = underWay;
    underWay = List.of();
    String by = orders.getFirst().by();
    switch (outcome) {
      case Reload.Outcome.Read(
              List<String> changed,
              List<String> needRestart,
              List<String> warnings) -> {
        sight.read(by, changed, needRestart);
        boolean isSweepOrdered = sweeps.order(by);
        answer(orders, new ReloadAnswer.Reloaded(changed, needRestart, warnings, isSweepOrdered));
      }
      case Reload.Outcome.Refused(String why) -> {
        sight.refused(by, why);
        answer(
            orders, new ReloadAnswer.NotReloaded("the settings of before stay in force: " + why));
        for (ReadAgain order : orders) {
          if (order.sweepsAnyway() && sweeps.order(order.by())) {
            return; // one is enough
          }
        }
      }
    }
  }

  private static void answer(List<ReadAgain> orders, ReloadAnswer answer) {
    orders.forEach(order -> order.replyTo().tell(answer));
  }
}
