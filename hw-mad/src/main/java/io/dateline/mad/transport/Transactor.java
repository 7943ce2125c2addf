package io.dateline.mad.transport;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions over a transport: identifies answers, retries, keeps within windows per port and per
 * target, and tells every requester exactly once how it ended.
 *
 * <p>One thread, the exchange's own, owns all of that state (see {@link Transactions}). Requests
 * and received packets reach it through two queues and wake it if it sleeps; a callback that makes
 * a request is on that thread already and pays for no hand-over. The transport keeps a thread of
 * its own to receive with, rather than sharing this one, because a thread that waits inside the
 * driver for packets cannot always be woken for requests (a simulated libibumad cannot at all), and
 * because the socket is then emptied even while callbacks run. Under load neither thread sleeps,
 * and the hand-over is one queue node per packet. Requests to subnet administration are handed over
 * where they come in ({@link #onQuery}): they are no part of any transaction, and a flood of them
 * would be in the way of the answers to a sweep.
 *
 * <p>A target that let all tries of a request pass gets one request at a time until it answers, and
 * all such targets together at most half of the port's window: the dead do not hold up the living.
 */
public final class Transactor implements MadExchange {
  private static final Logger log = LoggerFactory.getLogger(Transactor.class);

  /** Received packets that may wait; what comes beyond is dropped as a full socket buffer would. */
  private static final int RECEIVED_MAX = 1 << 18;

  /** Elements taken from one queue before the other, and the clock, are looked at again. */
  private static final int BATCH = 256;

  private final MadTransport transport;
  private final ExchangeSettings settings;
  private final ExchangeCounters counters = new ExchangeCounters();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Transactions transactions;

  private final ConcurrentLinkedQueue<Transaction> requests = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Transaction> overflowing = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<MadPacket> received = new ConcurrentLinkedQueue<>();
  private final AtomicInteger receivedWaiting = new AtomicInteger();
  private final AtomicLong overruns = new AtomicLong();

  private final AtomicBoolean asleep = new AtomicBoolean();
  private final Thread loop;
  private volatile Consumer<MadPacket> unsolicited = packet -> {};

  /** Of requests to subnet administration; they go the way of others while there is none. */
  private volatile Optional<Consumer<MadPacket>> queries = Optional.empty();

  /** Nothing is sent any more; what is outstanding is being rejected. */
  private volatile boolean closing;

  /** The loop has looked at its queues for the last time. */
  private volatile boolean closed;

  private Transactor(MadTransport transport, ExchangeSettings settings) {
    this.transport = transport;
    this.settings = settings;
    long now = System.nanoTime();
    transactions = new Transactions(settings, transport, counters, unfinished, (int) (now >>> 10));
    transactions.onUnsolicited(packet -> unsolicited.accept(packet));
    loop = new Thread(this::run, "mad-exchange-" + transport.port().name());
    loop.setDaemon(true);
  }

  /** Starts the transport, which must not have been started, and owns it from now on. */
  public static Transactor open(MadTransport transport, ExchangeSettings settings) {
    Transactor transactor = new Transactor(transport, settings);
    transactor.loop.start();
    transport.start(transactor::receive);
    return transactor;
  }

  @Override
  public PortIdentity port() {
    return transport.port();
  }

  @Override
  public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
    Transaction transaction = new Transaction(request, onOutcome);
    boolean admitted = unfinished.incrementAndGet() <= settings.queueMax();
    if (admitted && !closing && Thread.currentThread() == loop) {
      transactions.add(transaction);
      return;
    }
    (admitted ? requests : overflowing).add(transaction);
    if (closed) {
      rejectQueued(); // the loop may have looked for the last time before this request was there
    } else {
      wake();
    }
  }

  @Override
  public void send(MadPacket packet) {
    transport.send(packet);
  }

  @Override
  public void onUnsolicited(Consumer<MadPacket> handler) {
    unsolicited = handler;
  }

  @Override
  public void onQuery(Consumer<MadPacket> handler) {
    queries = Optional.of(handler);
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    transport.setSubnetManager(isSm);
  }

  @Override
  public ExchangeStats stats() {
    return counters.read();
  }

  /** Received packets dropped because the exchange's thread did not keep up. */
  public long overruns() {
    return overruns.get();
  }

  /**
   * Ends outstanding requests as {@link MadOutcome.Rejected} and closes the transport. When it
   * returns, all callbacks have been made, unless one of them is what called it. Requests made
   * later are rejected on the caller's thread.
   */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(loop);
    if (Thread.currentThread() == loop) {
      return; // the loop ends when the callback returns
    }
    try {
      loop.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void receive(MadPacket packet) {
    Optional<Consumer<MadPacket>> served = queries;
    if (served.isPresent() && MadValidity.isQuery(packet.mad())) {
      if (!closing) {
        served.get().accept(packet);
      }
      return;
    }
    if (closed || receivedWaiting.get() >= RECEIVED_MAX) {
      overruns.incrementAndGet();
      return;
    }
    receivedWaiting.incrementAndGet();
    received.add(packet);
    wake();
  }

  private void wake() {
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      LockSupport.unpark(loop);
    }
  }

  private void run() {
    String reason = "the exchange has been closed";
    try {
      while (!closing) {
        if (!work(System.nanoTime())) {
          sleep();
        }
      }
    } catch (RuntimeException | Error e) {
      reason = "the exchange has failed: " + e;
      log.error("mad exchange failed: port={}", transport.port(), e);
    } finally {
      closing = true; // from here on callbacks' requests go to the queue, to be rejected below
      transactions.rejectAll(reason);
      transport.close();
      closed = true;
      rejectQueued();
      received.clear();
    }
  }

  /** One round; returns whether there was anything in the queues. */
  private boolean work(long nowNs) {
    int count = 0;
    MadPacket packet = received.poll();
    while (packet != null) {
      receivedWaiting.decrementAndGet();
      transactions.receive(packet, nowNs);
      packet = ++count < BATCH ? received.poll() : null;
    }
    int limit = count + BATCH;
    Transaction request = requests.poll();
    while (request != null) {
      transactions.add(request);
      request = ++count < limit ? requests.poll() : null;
    }
    Transaction refused = overflowing.poll();
    if (refused != null) {
      count++;
      transactions.end(refused, rejection(refused, "the exchange's queue is full"));
    }
    transactions.expire(nowNs);
    transactions.sendWaiting(nowNs);
    return count > 0;
  }

  private void sleep() {
    asleep.set(true);
    if (received.isEmpty() && requests.isEmpty() && overflowing.isEmpty() && !closing) {
      if (transactions.hasDeadline()) {
        long waitNs = transactions.nextDeadlineNs() - System.nanoTime();
        if (waitNs > 0) {
          LockSupport.parkNanos(this, waitNs);
        }
      } else {
        LockSupport.park(this);
      }
    }
    asleep.set(false);
  }

  private void rejectQueued() {
    Transaction transaction = nextQueued();
    while (transaction != null) {
      transactions.end(transaction, rejection(transaction, "the exchange has been closed"));
      transaction = nextQueued();
    }
  }

  private Transaction nextQueued() {
    Transaction transaction = requests.poll();
    return transaction != null ? transaction : overflowing.poll();
  }

  private static MadOutcome rejection(Transaction transaction, String reason) {
    return new MadOutcome.Rejected(transaction.request, reason);
  }
}
