package io.dateline.mad.transport;

import java.util.function.Consumer;

/** Requests and their answers over one port. */
public interface MadExchange extends AutoCloseable {
  PortIdentity port();

  /**
   * Queues a request; from any thread. {@code onOutcome} is called exactly once, on the exchange's
   * own thread, and must neither block nor throw; it may make further requests.
   */
  void request(MadRequest request, Consumer<MadOutcome> onOutcome);

  /** Sends what wants no answer: responses, TrapRepress. From any thread. */
  void send(MadPacket packet);

  /**
   * Names the receiver of everything that answers no request: traps, Gets and Sets to this node, SA
   * requests. Called on the exchange's own thread.
   */
  void onUnsolicited(Consumer<MadPacket> handler);

  /**
   * Names a receiver of its own for requests to subnet administration, which are not handed to that
   * of {@link #onUnsolicited} then. Called on the thread that takes packets from the wire, and must
   * not block: such requests neither wait for answers that the exchange works on, nor do those wait
   * for them.
   */
  void onQuery(Consumer<MadPacket> handler);

  void setSubnetManager(boolean isSm);

  /** Requests answered, refused, timed out, retried, and packets that no request waited for. */
  ExchangeStats stats();

  @Override
  void close();
}
