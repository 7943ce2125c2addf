package io.dateline.mad.transport;

import io.dateline.mad.Mad;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of an exchange without threads and clock: what waits, what is on the wire, and what
 * becomes of it. Owned by one thread; every method takes the time, in the nanoseconds of {@link
 * System#nanoTime()}. Outcomes are delivered from within {@link #sendWaiting}, {@link #receive},
 * {@link #expire} and {@link #rejectAll}, always as the last thing done about a request, so that a
 * callback may call {@link #add}.
 *
 * <p>The lower half of a transaction ID is ours; the upper half belongs to the kernel's MAD layer
 * and to simulators, which write an agent's or client's number there:
 *
 * <pre>
 *  63            32 31         12 11      0
 * |    not ours    |  sequence   |  slot   |
 * </pre>
 *
 * A request on the wire holds a slot; each of its tries takes the slot's next sequence number, and
 * the answer to any of them will do. Every try has a number of its own because the kernel refuses a
 * MAD that has the ID of one still outstanding, and a copy of the MAD because the wire may still
 * hold the try before. Slots are reused in turn, so that an ID comes back after 2^32 tries.
 */
final class Transactions {
  private static final Logger log = LoggerFactory.getLogger(Transactions.class);

  private static final int SLOT_BITS = 12;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int SLOT_MASK = SLOTS - 1;
  private static final int SEQUENCE_MASK = -1 >>> SLOT_BITS;

  /** Silent targets beyond this number are forgotten as soon as they are asked nothing any more. */
  private static final int SILENT_REMEMBERED_MAX = 65_536;

  private static final long NS_PER_MS = 1_000_000;

  private static final String VOID = "it is of no use any more";

  static {
    if (SLOTS < ExchangeSettings.PORT_WINDOW_MAX) {
      throw new AssertionError("fewer slots than the largest window");
    }
  }

  private final ExchangeSettings settings;
  private final MadTransport wire;
  private final ExchangeCounters counters;

  /** Requests without an outcome, those included that have not reached {@link #add} yet. */
  private final AtomicInteger unfinished;

  private final Transaction[] slots = new Transaction[SLOTS]; // by slot, null when free
  private final int[] sequences = new int[SLOTS]; // by slot: number of the last try
  private final int[] freeSlots = new int[SLOTS]; // ring, from freeHead on SLOTS - inFlight entries
  private int freeHead;

  private final Long2ObjectOpenHashMap<TargetQueue> targets = new Long2ObjectOpenHashMap<>();
  private final DeadlineQueue deadlines = new DeadlineQueue();

  // Targets that have something to send and a window that lets them, in turn. An entry may be out
  // of
  // date, which is seen when it is taken.
  private final ArrayDeque<TargetQueue> answeringReady = new ArrayDeque<>();
  private final ArrayDeque<TargetQueue> silentReady = new ArrayDeque<>();
  private boolean silentTurn;

  /**
   * At most so many requests on the wire may go to silent targets, lest they hold up the others.
   */
  private final int silentShare;

  private int inFlight;
  private int silentInFlight;

  private Consumer<MadPacket> unsolicited = packet -> {};

  /**
   * @param firstSequence where transaction IDs begin; best not where the last process on this port
   *     began, whose late answers may still arrive
   */
  Transactions(
      ExchangeSettings settings,
      MadTransport wire,
      ExchangeCounters counters,
      AtomicInteger unfinished,
      int firstSequence) {
    this.settings = settings;
    this.wire = wire;
    this.counters = counters;
    this.unfinished = unfinished;
    silentShare = Math.max(1, settings.portWindow() / 2);
    for (int slot = 0; slot < SLOTS; slot++) {
      freeSlots[slot] = slot;
      sequences[slot] = firstSequence;
    }
  }

  void onUnsolicited(Consumer<MadPacket> handler) {
    unsolicited = handler;
  }

  /** Queues a request. Nothing is sent before {@link #sendWaiting}. */
  void add(Transaction transaction) {
    MadRequest request = transaction.request;
    int retries = request.retries() < 0 ? settings.retries() : request.retries();
    transaction.triesMax = 1 + retries;
    TargetQueue target = targets.get(request.target());
    if (target == null) {
      target = new TargetQueue(request.target());
      targets.put(target.key, target);
    }
    transaction.target = target;
    target.addLast(transaction);
    listIfReady(target);
  }

  /** Sends what the windows allow; what is void by now ends instead. */
  void sendWaiting(long nowNs) {
    TargetQueue own = targets.get(MadRequest.OWN_PORT);
    while (own != null && maySend(own) && inFlight < SLOTS) {
      beginOrDrop(own.removeFirst(), nowNs);
    }
    while (inFlight < settings.portWindow()) {
      TargetQueue target = takeReady();
      if (target == null) {
        return;
      }
      beginOrDrop(target.removeFirst(), nowNs);
    }
  }

  private void beginOrDrop(Transaction transaction, long nowNs) {
    if (transaction.isVoid()) {
      listIfReady(transaction.target);
      forgetIfIdle(transaction.target);
      end(transaction, new MadOutcome.Rejected(transaction.request, VOID));
    } else {
      begin(transaction, nowNs);
      listIfReady(transaction.target);
    }
  }

  /** Takes a packet from the wire, whatever it is. */
  void receive(MadPacket packet, long nowNs) {
    Mad mad = packet.mad();
    if (!MadValidity.isValid(mad)) {
      counters.malformed();
      return;
    }
    if (!mad.isResponse() || MadValidity.isTransferControl(mad)) {
      deliverUnsolicited(packet);
      return;
    }
    int id = (int) mad.transactionId();
    Transaction transaction = slots[id & SLOT_MASK];
    boolean awaited = transaction != null && isTryOf(transaction, id >>> SLOT_BITS);
    boolean fits = awaited && MadValidity.answers(mad, transaction.request.packet().mad());
    if (fits) {
      answer(transaction, mad, nowNs);
    } else if (mad.method() == Mad.TRAP_REPRESS) {
      deliverUnsolicited(packet); // it names its trap by content as well
    } else if (awaited) {
      counters.malformed();
    } else {
      counters.stray();
    }
  }

  /** Retries or gives up what has waited long enough. */
  void expire(long nowNs) {
    Timed first = deadlines.peek();
    while (first != null && first.deadlineNs - nowNs <= 0) {
      deadlines.remove(first);
      if (first instanceof Transaction transaction) {
        retryOrGiveUp(transaction, nowNs);
      } else {
        TargetQueue target = (TargetQueue) first;
        listIfReady(target);
        forgetIfIdle(target);
      }
      first = deadlines.peek();
    }
  }

  /** Whether {@link #nextDeadlineNs} means anything. */
  boolean hasDeadline() {
    return deadlines.size() > 0;
  }

  long nextDeadlineNs() {
    return deadlines.peek().deadlineNs;
  }

  /** Ends every request. Callbacks must not add new ones any more. */
  void rejectAll(String reason) {
    List<Transaction> all = new ArrayList<>();
    for (Transaction transaction : slots) {
      if (transaction != null) {
        all.add(transaction);
      }
    }
    for (Transaction transaction : all) {
      leaveWire(transaction);
    }
    for (TargetQueue target : targets.values()) {
      while (target.hasWaiting()) {
        all.add(target.removeFirst());
      }
    }
    for (Transaction transaction : all) {
      end(transaction, new MadOutcome.Rejected(transaction.request, reason));
    }
  }

  /** Counts a request as finished and tells its owner. */
  void end(Transaction transaction, MadOutcome outcome) {
    unfinished.decrementAndGet();
    try {
      transaction.onOutcome.accept(outcome);
    } catch (RuntimeException e) {
      log.error("callback failed: request={}", transaction.request, e);
    }
  }

  private void begin(Transaction transaction, long nowNs) {
    int slot = freeSlots[freeHead];
    freeHead = (freeHead + 1) & SLOT_MASK;
    slots[slot] = transaction;
    transaction.slot = slot;
    transaction.firstSequence = (sequences[slot] + 1) & SEQUENCE_MASK;
    transaction.tries = 0;
    inFlight++;
    TargetQueue target = transaction.target;
    target.inFlight++;
    if (target.silent) {
      silentInFlight++;
    }
    if (transaction.busyAnswers == 0) {
      counters.sent(transaction.request.packet().mad());
    } else {
      counters.retried();
    }
    transmit(transaction, nowNs);
  }

  private void transmit(Transaction transaction, long nowNs) {
    int slot = transaction.slot;
    int sequence = (sequences[slot] + 1) & SEQUENCE_MASK;
    sequences[slot] = sequence;
    transaction.lastSequence = sequence;
    transaction.tries++;
    MadPacket packet = transaction.request.packet();
    Mad copy = packet.mad().copy();
    copy.transactionId((sequence << SLOT_BITS | slot) & 0xFFFF_FFFFL);
    int timeoutMs = timeoutMs(transaction.request);
    deadlines.add(transaction, nowNs + timeoutMs * NS_PER_MS);
    wire.request(packet.reply(copy), timeoutMs);
  }

  private int timeoutMs(MadRequest request) {
    return request.timeoutMs() == 0 ? settings.timeoutMs() : request.timeoutMs();
  }

  private static boolean isTryOf(Transaction transaction, int sequence) {
    int age = (transaction.lastSequence - sequence) & SEQUENCE_MASK;
    int span = (transaction.lastSequence - transaction.firstSequence) & SEQUENCE_MASK;
    return age <= span;
  }

  private void answer(Transaction transaction, Mad reply, long nowNs) {
    TargetQueue target = transaction.target;
    leaveWire(transaction);
    if (target.silent) {
      target.silent = false;
      silentInFlight -= target.inFlight;
    }
    if (reply.status() == Mad.STATUS_BUSY && transaction.busyAnswers < settings.busyRetries()) {
      transaction.busyAnswers++;
      target.addFirst(transaction);
      if (!target.isPaused()) {
        deadlines.add(target, nowNs + settings.busyPauseMs() * NS_PER_MS);
      }
      return;
    }
    listIfReady(target);
    forgetIfIdle(target);
    if (reply.status() == 0) {
      end(transaction, new MadOutcome.Answered(transaction.request, reply));
    } else {
      counters.refused();
      end(transaction, new MadOutcome.Refused(transaction.request, reply));
    }
  }

  private void retryOrGiveUp(Transaction transaction, long nowNs) {
    boolean isVoid = transaction.isVoid();
    if (!isVoid && transaction.tries < transaction.triesMax) {
      counters.retried();
      transmit(transaction, nowNs);
      return;
    }
    TargetQueue target = transaction.target;
    leaveWire(transaction);
    if (!isVoid && !target.silent) { // else it may have refused an old key, in silence
      becomeSilent(target);
    }
    listIfReady(target);
    forgetIfIdle(target);
    counters.timedOut();
    end(transaction, new MadOutcome.TimedOut(transaction.request, transaction.tries));
  }

  /**
   * From now on one request at a time, until it answers. Those that are already in its queue were
   * made in the belief that it lives; they get one try each, so that they end soon.
   */
  private void becomeSilent(TargetQueue target) {
    target.silent = true;
    silentInFlight += target.inFlight;
    for (Transaction waiting = target.firstWaiting(); waiting != null; waiting = waiting.next) {
      waiting.triesMax = 1;
    }
  }

  private void leaveWire(Transaction transaction) {
    deadlines.remove(transaction);
    slots[transaction.slot] = null;
    freeSlots[(freeHead + SLOTS - inFlight) & SLOT_MASK] = transaction.slot;
    transaction.slot = Transaction.NO_SLOT;
    inFlight--;
    TargetQueue target = transaction.target;
    target.inFlight--;
    if (target.silent) {
      silentInFlight--;
    }
  }

  private boolean maySend(TargetQueue target) {
    int window = target.silent ? 1 : settings.targetWindow();
    return target.hasWaiting() && !target.isPaused() && target.inFlight < window;
  }

  private void listIfReady(TargetQueue target) {
    if (target.key != MadRequest.OWN_PORT && !target.listed && maySend(target)) {
      target.listed = true;
      (target.silent ? silentReady : answeringReady).addLast(target);
    }
  }

  /** The next target in turn, answering and silent ones by turns; null when none may send. */
  private TargetQueue takeReady() {
    while (true) {
      boolean silentMay = silentInFlight < silentShare && !silentReady.isEmpty();
      boolean takeSilent = silentMay && (silentTurn || answeringReady.isEmpty());
      TargetQueue target = takeSilent ? silentReady.pollFirst() : answeringReady.pollFirst();
      if (target == null) {
        return null;
      }
      target.listed = false;
      if (target.silent == takeSilent && maySend(target)) {
        silentTurn = !takeSilent;
        return target;
      }
      listIfReady(target);
    }
  }

  private void forgetIfIdle(TargetQueue target) {
    if (target.inFlight == 0
        && !target.hasWaiting()
        && !target.isPaused()
        && !target.listed
        && (!target.silent || targets.size() > SILENT_REMEMBERED_MAX)) {
      targets.remove(target.key);
    }
  }

  private void deliverUnsolicited(MadPacket packet) {
    try {
      unsolicited.accept(packet);
    } catch (RuntimeException e) {
      log.error("handler of unsolicited packets failed: mad={}", packet.mad(), e);
    }
  }
}
