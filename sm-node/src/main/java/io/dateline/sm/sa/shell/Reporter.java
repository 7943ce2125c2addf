package io.dateline.sm.sa.shell;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.report.ReportQueue;
import io.dateline.sm.report.ReportQueue.Next;
import io.dateline.sm.report.ReportQueue.Subscriber;
import io.dateline.sm.report.SubnetNotice;
import io.dateline.sm.sa.Reports;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.SaEvent;
import io.dateline.sm.subnet.SubnetView;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Sends notices to the ports that have subscribed to them (IBA Vol 1, 13.4.11), on the node that
 * manages the subnet. A report is tried again until the subscriber answers; nothing waits for that
 * but the subscriber's own next one ({@link ReportQueue}).
 */
public final class Reporter extends AbstractOnMessageBehavior<Reporter.Command> {
  /** What it is told. */
  public sealed interface Command {}

  /** This is what the subnet looks like from now on. */
  public record ViewChanged(SubnetView view) implements Command {}

  /** These are the subscriptions from now on. */
  public record SubscriptionsChanged(RegistrationBook book) implements Command {}

  /** Something has happened that subscribers are told of. */
  public record Noticed(SubnetNotice notice) implements Command {}

  /** A port has sent a trap. */
  public record Trapped(MadPacket trap) implements Command {}

  private record Ended(Subscriber subscriber, boolean isAnswered) implements Command {}

  /** A host that is busy may take as long to answer; each try waits for it. */
  private static final int PATIENCE_MS = 1000;

  private static final int RETRIES = 2;

  private final MadExchange exchange;
  private final BooleanSupplier isInCharge;
  private final SaCounters counters;
  private final ReportQueue<SubnetNotice> queue = new ReportQueue<>();
  private Optional<SubnetView> view = Optional.empty(); // until the subnet is up
  private RegistrationBook book = RegistrationBook.EMPTY;

  /**
   * One that knows no subnet yet.
   *
   * @param isInCharge whether this node manages the subnet; others report nothing
   * @param counters counts what happens, for others to read
   */
  public static Behavior<Command> create(
      MadExchange exchange, BooleanSupplier isInCharge, SaCounters counters) {
    Behavior<Command> behavior =
        Behaviors.setup(context -> new Reporter(context, exchange, isInCharge, counters));
    return Behaviors.supervise(behavior).onFailure(SupervisorStrategy.resume());
  }

  private Reporter(
      ActorContext<Command> context,
      MadExchange exchange,
      BooleanSupplier isInCharge,
      SaCounters counters) {
    super(context);
    this.exchange = exchange;
    this.isInCharge = isInCharge;
    this.counters = counters;
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case ViewChanged changed -> view = Optional.of(changed.view());
      case SubscriptionsChanged changed -> book = changed.book();
      case Noticed noticed -> report(noticed.notice());
      case Trapped trapped ->
          view.flatMap(now -> Reports.notice(now, trapped.trap())).ifPresent(this::report);
      case Ended ended -> onEnded(ended);
    }
    return this;
  }

  private void report(SubnetNotice notice) {
    if (view.isEmpty() || !isInCharge.getAsBoolean()) {
      return;
    }
    for (Subscriber subscriber : Reports.audience(view.get(), book, notice)) {
      if (queue.offer(subscriber, notice)) {
        counters.count(SaEvent.REPORT_DROPPED);
      }
    }
    sendNext();
  }

  private void sendNext() {
    for (Optional<Next<SubnetNotice>> next = queue.take(); next.isPresent(); next = queue.take()) {
      send(next.get());
    }
  }

  /** What has waited is not sent any more to one that is gone or does not want it. */
  private void send(Next<SubnetNotice> next) {
    Subscriber subscriber = next.subscriber();
    Optional<MadPacket> packet =
        isInCharge.getAsBoolean() && isWanted(subscriber)
            ? view.flatMap(now -> Reports.packet(now, subscriber, next.report()))
            : Optional.empty();
    if (packet.isEmpty()) {
      counters.count(SaEvent.REPORT_DROPPED);
      queue.ended(subscriber, next.isPatient());
      return;
    }
    counters.count(SaEvent.REPORT_SENT);
    ActorRef<Command> self = getContext().getSelf();
    exchange.request(
        new MadRequest(
            packet.get(), target(subscriber), PATIENCE_MS, next.isPatient() ? RETRIES : 0),
        outcome -> self.tell(new Ended(subscriber, isAnswer(outcome))));
  }

  private boolean isWanted(Subscriber subscriber) {
    return book.subscriptions(subscriber.portGuid()).stream()
        .anyMatch(one -> one.queuePair() == subscriber.queuePair());
  }

  /** Its own: a program that does not answer says nothing of the port, which sweeps ask as well. */
  private static long target(Subscriber subscriber) {
    return ~(subscriber.portGuid() ^ ((long) subscriber.queuePair() << 32));
  }

  /** A status that says no is an answer all the same. */
  private static boolean isAnswer(MadOutcome outcome) {
    return outcome instanceof MadOutcome.Answered || outcome instanceof MadOutcome.Refused;
  }

  private void onEnded(Ended ended) {
    counters.count(ended.isAnswered() ? SaEvent.REPORT_ANSWERED : SaEvent.REPORT_LOST);
    queue.ended(ended.subscriber(), ended.isAnswered());
    if (!isWanted(ended.subscriber())) {
      queue.forget(ended.subscriber());
    }
    sendNext();
  }
}
