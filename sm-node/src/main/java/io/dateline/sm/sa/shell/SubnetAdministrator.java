package io.dateline.sm.sa.shell;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.RmppReceiver;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.change.ChangeRequest;
import io.dateline.sm.fair.FairQueue;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.fair.RateLimit;
import io.dateline.sm.registration.Register;
import io.dateline.sm.sa.SaAnswer;
import io.dateline.sm.sa.SaAnswer.Dropped;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.sa.SaAnswer.Wanted;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.SaEvent;
import io.dateline.sm.sa.SaRequest;
import io.dateline.sm.sa.SaSettings;
import io.dateline.sm.sa.SaTransfers;
import io.dateline.sm.sa.SaTransfers.Transfer;
import io.dateline.sm.sa.SaTransfers.TransferKey;
import io.dateline.sm.sa.SubnetAdministration;
import io.dateline.sm.subnet.SubnetView;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * Takes requests to subnet administration from the wire and sends what {@link SubnetAdministration}
 * answers. Queries that look at little are answered at once; others are computed on {@code
 * dateline.sa-dispatcher} meanwhile, from the view of the moment they came in.
 */
public final class SubnetAdministrator
    extends AbstractOnMessageBehavior<SubnetAdministrator.Command> {
  /** What it is told. */
  public sealed interface Command {}

  /** Packets of the SA class came in that answer no request of this node's. */
  record Received(SaGate gate) implements Command {}

  /** This is what the subnet looks like from now on. */
  public record ViewChanged(SubnetView view) implements Command {}

  /** These are the groups, services and subscriptions from now on. */
  public record RegisterChanged(Register register) implements Command {}

  private record Decided(MadPacket request, ChangeAnswer answer) implements Command {}

  /** A query that waits for a thread; the answer is as things were when it was asked. */
  private record Computation(
      Transfer transfer, SaRequest request, SubnetView view, Register register) {}

  private record Computed(Transfer transfer, SaAnswer answer, Throwable failure)
      implements Command {}

  private record SendMore(TransferKey key) implements Command {}

  private enum Tick implements Command {
    TICK
  }

  private static final Duration TICK = Duration.ofMillis(250);

  private static final String DISPATCHER = "dateline.sa-dispatcher";

  /** Of queries that look at the whole subnet and wait for a thread. */
  private static final int COMPUTATIONS_MAX = 1 << 12;

  private final TimerScheduler<Command> timers;
  private final SubnetAdministration administration;
  private final Consumer<MadPacket> wire;
  private final SaCounters counters;
  private final Fairness fairness;
  private final ObjIntConsumer<SaEvent> onStrange;
  private final SaTransfers transfers;
  private final RateLimit joins;
  private final Executor dispatcher;
  private final int threads; // of the dispatcher
  private final FairQueue<Computation> toCompute;
  private int computing;
  private final Set<TransferKey> undecided = new HashSet<>(); // requests to change something
  private SubnetView view; // null until the subnet is up
  private Register register = Register.EMPTY;

  /**
   * One that knows no subnet yet.
   *
   * @param wire sends without waiting, as {@link io.dateline.mad.transport.MadExchange#send} does
   * @param counters counts what happens, for others to read
   * @param fairness how much of it may be of one port
   * @param onStrange told of requests that were dropped for the key, the LID or the GID they came
   *     with, or for want of a key, and of that LID
   */
  public static Behavior<Command> create(
      SaSettings settings,
      Consumer<MadPacket> wire,
      SaCounters counters,
      Fairness fairness,
      ObjIntConsumer<SaEvent> onStrange) {
    Behavior<Command> behavior =
        Behaviors.setup(
            context ->
                Behaviors.withTimers(
                    timers ->
                        new SubnetAdministrator(
                            context, timers, settings, wire, counters, fairness, onStrange)));
    return Behaviors.supervise(behavior).onFailure(SupervisorStrategy.resume());
  }

  private SubnetAdministrator(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      SaSettings settings,
      Consumer<MadPacket> wire,
      SaCounters counters,
      Fairness fairness,
      ObjIntConsumer<SaEvent> onStrange) {
    super(context);
    this.onStrange = onStrange;
    this.timers = timers;
    this.wire = wire;
    this.counters = counters;
    this.fairness = fairness;
    QuotaSettings quotas = fairness.quotas();
    joins = new RateLimit(quotas.joinsPerSecond(), quotas.joinsBurst());
    toCompute = new FairQueue<>(COMPUTATIONS_MAX, quotas.transfersMax());
    administration = new SubnetAdministration(settings);
    transfers =
        new SaTransfers(
            settings, counters, fairness, wire, key -> context.getSelf().tell(new SendMore(key)));
    dispatcher =
        context.getSystem().dispatchers().lookup(DispatcherSelector.fromConfig(DISPATCHER));
    threads =
        context
            .getSystem()
            .settings()
            .config()
            .getInt(DISPATCHER + ".thread-pool-executor.fixed-pool-size");
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case Received received -> received.gate().serve(this::onReceived);
      case ViewChanged changed -> onViewChanged(changed.view());
      case RegisterChanged changed -> register = changed.register();
      case Decided decided -> onDecided(decided);
      case Computed computed -> onComputed(computed);
      case SendMore more -> transfers.sendMore(more.key());
      case Tick tick -> onTick();
    }
    return this;
  }

  private void onViewChanged(SubnetView changed) {
    administration.prepare(changed);
    view = changed;
  }

  private void onReceived(MadPacket packet) {
    Mad mad = packet.mad();
    if (!SubnetAdministration.isOfClass(mad)) {
      counters.count(SaEvent.MALFORMED);
      return;
    }
    SaHeader header = SaHeader.of(mad);
    int type = isRmpp(mad) ? header.rmppType() : Rmpp.TYPE_DATA;
    switch (type) {
      case Rmpp.TYPE_ACK, Rmpp.TYPE_STOP, Rmpp.TYPE_ABORT -> transfers.onPacket(packet);
      case Rmpp.TYPE_DATA -> onRequest(packet, header);
      default -> counters.count(SaEvent.MALFORMED);
    }
    keepTicking();
  }

  private void onRequest(MadPacket packet, SaHeader header) {
    if (isRmpp(packet.mad()) && !isWhole(header)) {
      counters.count(SaEvent.MALFORMED);
      wire.accept(packet.reply(RmppReceiver.refusal(packet.mad())));
    } else if (view == null) {
      counters.count(SaEvent.BEFORE_VIEW);
    } else if (transfers.isRepeated(packet)) {
      counters.count(SaEvent.REPEATED);
    } else {
      answer(packet);
    }
  }

  /**
   * Whether the RMPP header counts. Of other versions of the class it is not known. And programs
   * leave all but the flag to a kernel, which under ibsim's preload library is not there: then the
   * packet is all that there is.
   */
  private static boolean isRmpp(Mad mad) {
    SaHeader header = SaHeader.of(mad);
    boolean isFilledIn = header.rmppType() != 0 || header.segmentNumber() != 0;
    return SubnetAdministration.isOfVersion(mad) && header.isRmppActive() && isFilledIn;
  }

  /** Whether an RMPP packet is all there is: no request this class serves is longer. */
  private static boolean isWhole(SaHeader header) {
    int ends = Rmpp.FIRST | Rmpp.LAST;
    return header.rmppVersion() == Rmpp.VERSION
        && (header.rmppFlags() & ends) == ends
        && header.segmentNumber() == 1;
  }

  private void answer(MadPacket packet) {
    SaRequest request =
        new SaRequest(
            packet.mad(),
            packet.remoteLid(),
            packet.remoteQueuePair(),
            System.currentTimeMillis(),
            packet.sourceGid());
    boolean isCheap = administration.isCheap(view, register, request);
    if (isCheap && !Sa.isAnsweredByTable(packet.mad().method())) {
      sendOne(packet, administration.respond(view, register, request));
      return;
    }
    Transfer transfer = transfers.reserve(packet);
    if (transfer == null) {
      sendBusy(packet);
    } else if (isCheap) {
      onAnswer(transfer, administration.respond(view, register, request));
    } else {
      long port = fairness.owners().owner(packet.remoteLid());
      toCompute
          .offer(port, new Computation(transfer, request, view, register))
          .ifPresent(this::onNotComputed);
      compute();
    }
  }

  /** Queries of one port wait for each other, and not those of others for them. */
  private void compute() {
    while (computing < threads && toCompute.size() > 0) {
      toCompute.take().filter(it -> transfers.isReserved(it.transfer())).ifPresent(this::compute);
    }
  }

  private void compute(Computation query) {
    computing++;
    getContext()
        .pipeToSelf(
            CompletableFuture.supplyAsync(
                () -> administration.respond(query.view(), query.register(), query.request()),
                dispatcher),
            (answer, failure) -> new Computed(query.transfer(), answer, failure));
  }

  private void onNotComputed(Computation query) {
    if (transfers.isReserved(query.transfer())) {
      transfers.release(query.transfer());
      fairness.refused(Quota.TRANSFERS, query.transfer().request().remoteLid());
      sendBusy(query.transfer().request());
    }
  }

  private void onComputed(Computed computed) {
    computing--;
    compute();
    Transfer transfer = computed.transfer();
    if (computed.failure() != null) {
      transfers.release(transfer);
      counters.count(SaEvent.QUERY_FAILED);
      getContext()
          .getLog()
          .error("SA query failed: {}", transfer.request().mad(), computed.failure());
    } else if (transfers.isReserved(transfer)) {
      onAnswer(transfer, computed.answer());
    }
    keepTicking();
  }

  private void onAnswer(Transfer transfer, SaAnswer answer) {
    MadPacket request = transfer.request();
    boolean isTable = Sa.isAnsweredByTable(request.mad().method());
    if (isTable && answer instanceof Reply reply && reply.status() == 0) {
      Mad header = header(request.mad(), reply);
      if (transfers.start(transfer, header, reply.records())) {
        counters.count(SaEvent.ANSWERED);
      } else {
        sendBusy(request);
      }
    } else {
      transfers.release(transfer);
      sendOne(request, answer);
    }
  }

  /** The manager's answer follows, at once or when the journal has what it has decided. */
  private void decide(MadPacket packet, ChangeRequest request) {
    if (!undecided.add(TransferKey.of(packet))) {
      counters.count(SaEvent.REPEATED);
      return;
    }
    if (!joins.allows(request.requesterGuid(), System.nanoTime())) {
      undecided.remove(TransferKey.of(packet));
      fairness.ledger().refused(Quota.JOINS, request.requesterGuid());
      sendBusy(packet);
      return;
    }
    ActorRef<Command> self = getContext().getSelf();
    register
        .gate()
        .offer(new ChangeGate.Waiting(request, answer -> self.tell(new Decided(packet, answer))));
  }

  private void onDecided(Decided decided) {
    MadPacket request = decided.request();
    undecided.remove(TransferKey.of(request));
    switch (decided.answer()) {
      case ChangeAnswer.Busy busy -> sendBusy(request);
      case ChangeAnswer.OverQuota over -> {
        fairness.refused(over.quota(), request.remoteLid());
        sendOne(
            request,
            Reply.refusal(Sa.responseMethod(request.mad().method()), SaStatus.NO_RESOURCES));
      }
      case ChangeAnswer.Refused refused ->
          sendOne(
              request, Reply.refusal(Sa.responseMethod(request.mad().method()), refused.status()));
      case ChangeAnswer.Done done ->
          sendOne(
              request, Reply.of(Sa.responseMethod(request.mad().method()), done.record().bytes()));
    }
  }

  /** Sends an answer that one MAD holds. */
  private void sendOne(MadPacket request, SaAnswer answer) {
    switch (answer) {
      case Reply reply -> {
        Mad mad = header(request.mad(), reply);
        System.arraycopy(reply.records(), 0, mad.bytes(), Mad.SA_DATA, reply.records().length);
        wire.accept(request.reply(mad));
        counters.count(reply.status() == 0 ? SaEvent.ANSWERED : SaEvent.REFUSED);
      }
      case Wanted wanted -> decide(request, wanted.request());
      case Dropped dropped ->
          drop(
              request,
              switch (dropped.reason()) {
                case WRONG_CLASS, NOT_A_REQUEST -> SaEvent.MALFORMED;
                case WRONG_SM_KEY -> SaEvent.WRONG_SM_KEY;
                case UNKNOWN_REQUESTER -> SaEvent.UNKNOWN_REQUESTER;
                case FORGED_SOURCE -> SaEvent.FORGED_SOURCE;
                case UNTRUSTED -> SaEvent.UNTRUSTED;
              });
    }
  }

  private void drop(MadPacket request, SaEvent why) {
    counters.count(why);
    if (why != SaEvent.MALFORMED) {
      onStrange.accept(why, request.remoteLid());
    }
  }

  private void sendBusy(MadPacket request) {
    counters.count(SaEvent.BUSY);
    wire.accept(request.reply(Sa.response(request.mad(), Mad.STATUS_BUSY)));
  }

  private static Mad header(Mad request, Reply reply) {
    Mad mad = Sa.response(request, reply.status());
    SaHeader.of(mad).attributeOffset(reply.attributeOffset());
    return mad;
  }

  /** The clock runs only while something waits for it. */
  private void keepTicking() {
    if (!transfers.isEmpty() && !timers.isTimerActive(Tick.TICK)) {
      timers.startTimerWithFixedDelay(Tick.TICK, Tick.TICK, TICK);
    }
  }

  private void onTick() {
    transfers.onTick();
    if (transfers.isEmpty()) {
      timers.cancel(Tick.TICK);
    }
  }
}
