package io.dateline.it.kit;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A port into which a test pours packets of its own beside those that really arrive, and which
 * loses those that the test picks out.
 */
public final class NoisyPort implements MadTransport {
  private static final int CAPTURED_MAX = 2000;

  private final MadTransport port;
  private final List<Mad> captured = new ArrayList<>(); // guarded by itself
  private final ConcurrentHashMap<Long, Awaited> awaited = new ConcurrentHashMap<>();
  private final AtomicLong setsSent = new AtomicLong();
  private volatile Consumer<MadPacket> receiver;
  private volatile Predicate<Mad> isLost = mad -> false;

  private static final class Awaited {
    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile Mad answer;
  }

  NoisyPort(MadTransport port) {
    this.port = port;
  }

  /** Requests that the node has sent, its first ones. */
  public List<Mad> captured() {
    synchronized (captured) {
      return List.copyOf(captured);
    }
  }

  /** Sets that the node has sent, repeated ones too. */
  public long setsSent() {
    return setsSent.get();
  }

  /** From now on these requests of the node do not get anywhere. */
  public void lose(Predicate<Mad> lost) {
    isLost = lost;
  }

  public void pour(MadPacket packet) {
    receiver.accept(packet);
  }

  /** Puts a question to the node and waits for its answer; null if there is none in time. */
  public Mad ask(MadPacket question, long patienceMs) throws InterruptedException {
    Awaited wait = new Awaited();
    awaited.put(question.mad().transactionId(), wait);
    try {
      receiver.accept(question);
      return wait.latch.await(patienceMs, TimeUnit.MILLISECONDS) ? wait.answer : null;
    } finally {
      awaited.remove(question.mad().transactionId());
    }
  }

  @Override
  public PortIdentity port() {
    return port.port();
  }

  @Override
  public void start(Consumer<MadPacket> newReceiver) {
    receiver = newReceiver;
    port.start(newReceiver);
  }

  @Override
  public void send(MadPacket packet) {
    Awaited wait = awaited.get(packet.mad().transactionId());
    if (wait != null && packet.mad().isResponse()) {
      wait.answer = packet.mad().copy();
      wait.latch.countDown();
      return;
    }
    port.send(packet);
  }

  @Override
  public void request(MadPacket packet, int timeoutMs) {
    if (packet.mad().method() == Mad.SET) {
      setsSent.incrementAndGet();
    }
    synchronized (captured) {
      if (captured.size() < CAPTURED_MAX) {
        captured.add(packet.mad().copy());
      }
    }
    if (!isLost.test(packet.mad())) {
      port.request(packet, timeoutMs);
    }
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    port.setSubnetManager(isSm);
  }

  @Override
  public void close() {
    port.close();
  }
}
