package io.dateline.mad.transport.umad;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.mad.transport.WireCounters;
import io.dateline.mad.transport.WireStats;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port of this host. Registers with the kernel's MAD layer as subnet manager (QP0, directed and
 * LID-routed) and as subnet administration (QP1). Every packet is one MAD of 256 bytes, in both
 * directions: RMPP is left to those above.
 *
 * <p>One thread receives and owns that side of the descriptor; it waits at most {@link #POLL_MS} at
 * a time and then looks whether it should end. An eventfd beside the descriptor would spare it
 * that, but the preload library of ibsim watches only its own descriptor in a poll. Sending happens
 * on the caller's thread, with one write, under a lock.
 *
 * <p>The kernel lets an answer through only to a request it was told to expect one for, and only as
 * long as it was told; hence {@link #request}. When that time is over it gives the request back,
 * which is counted and otherwise left to the exchange's own timer.
 */
public final class UmadTransport implements MadTransport {
  private static final Logger log = LoggerFactory.getLogger(UmadTransport.class);

  private static final int POLL_MS = 100;

  private static final int FAILURES_MAX = 10;

  private static final int SMP_VERSION = 1;
  private static final int SA_VERSION = 2;

  /** Requests to a subnet manager. Responses come without registration. */
  private static final long[] MANAGER_METHODS = methods(Mad.GET, Mad.SET, Mad.TRAP);

  private static final long[] ADMINISTRATION_METHODS =
      methods(Mad.GET, Mad.SET, Mad.GET_TABLE, Mad.GET_TRACE_TABLE, Mad.GET_MULTI, Mad.DELETE);

  private final UmadHandle handle;
  private final PortIdentity port;
  private final int directedAgent;
  private final int lidRoutedAgent;
  private final int administrationAgent;
  private final WireCounters counters = new WireCounters();
  private final AtomicBoolean closing = new AtomicBoolean();
  private Consumer<MadPacket> receiver;
  private Thread thread; // null before start

  private UmadTransport(UmadHandle handle, UmadPort umadPort) {
    this.handle = handle;
    port =
        new PortIdentity(
            umadPort.name(), umadPort.nodeGuid(), umadPort.portGuid(), umadPort.number());
    directedAgent = handle.register(Mad.CLASS_SUBN_DIRECTED, SMP_VERSION, MANAGER_METHODS);
    lidRoutedAgent = handle.register(Mad.CLASS_SUBN_LID, SMP_VERSION, MANAGER_METHODS);
    administrationAgent = handle.register(Mad.CLASS_SUBN_ADM, SA_VERSION, ADMINISTRATION_METHODS);
  }

  /**
   * Opens a port of this host.
   *
   * @throws TransportUnavailableException if libibumad, the port or access to it is missing, or
   *     another subnet manager holds it
   */
  public static UmadTransport open(FabricAddress.Umad address) {
    return open(LibUmad.load(), address);
  }

  static UmadTransport open(Umad umad, FabricAddress.Umad address) {
    UmadPort port = PortChoice.choose(address, umad.ports());
    UmadHandle handle = umad.open(port);
    try {
      return new UmadTransport(handle, port);
    } catch (RuntimeException e) {
      handle.close();
      throw e;
    }
  }

  @Override
  public PortIdentity port() {
    return port;
  }

  @Override
  public synchronized void start(Consumer<MadPacket> newReceiver) {
    receiver = newReceiver;
    thread = new Thread(this::receive, "umad-receiver-" + port.name());
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void send(MadPacket packet) {
    request(packet, 0);
  }

  @Override
  public void request(MadPacket packet, int timeoutMs) {
    int agent = agentFor(packet.mad());
    if (agent >= 0 && handle.send(agent, UserMad.encode(packet, handle.headerBytes()), timeoutMs)) {
      counters.sent();
    } else {
      counters.unsent();
    }
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    handle.setSubnetManager(isSm);
  }

  public WireStats stats() {
    return counters.read();
  }

  @Override
  public synchronized void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    try {
      if (thread != null && thread != Thread.currentThread()) {
        thread.join(); // one POLL_MS at most
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return; // the descriptor may be in use; the process ends it
    }
    handle.close();
  }

  private int agentFor(Mad mad) {
    return switch (mad.managementClass()) {
      case Mad.CLASS_SUBN_DIRECTED -> directedAgent;
      case Mad.CLASS_SUBN_LID -> lidRoutedAgent;
      case Mad.CLASS_SUBN_ADM -> administrationAgent;
      default -> -1;
    };
  }

  private void receive() {
    byte[] buffer = new byte[UserMad.BYTES_MAX];
    int failures = 0; // in a row
    while (!closing.get()) {
      int length = handle.receive(buffer, POLL_MS);
      if (length >= 0) {
        take(buffer, length);
      }
      failures = length == UmadHandle.FAILED ? failures + 1 : 0;
      if (failures > 0) {
        afterFailure(failures);
      }
    }
  }

  private void take(byte[] buffer, int length) {
    if (!UserMad.isValid(length, handle.headerBytes())) {
      counters.malformed();
    } else if (UserMad.status(buffer) != 0) {
      counters.returned();
    } else {
      counters.received();
      deliver(UserMad.decode(buffer, handle.headerBytes()));
    }
  }

  /**
   * A failure now and then is an interrupted wait. One after the other is a device that has gone.
   */
  private void afterFailure(int failures) {
    if (failures == FAILURES_MAX) {
      log.error("port does not receive any more: port={}", port);
    }
    if (failures >= FAILURES_MAX) {
      LockSupport.parkNanos(this, POLL_MS * 1_000_000L);
    }
  }

  private void deliver(MadPacket packet) {
    try {
      receiver.accept(packet);
    } catch (RuntimeException e) {
      log.error("receiver failed: mad={}", packet.mad(), e);
    }
  }

  private static long[] methods(int... methods) {
    long[] words = new long[2];
    for (int method : methods) {
      words[method / Long.SIZE] |= 1L << method % Long.SIZE;
    }
    return words;
  }
}
