package io.dateline.mad.transport;

import java.util.function.Consumer;

/** A local port to send MADs from and receive them at. A wire may lose, repeat and reorder. */
public interface MadTransport extends AutoCloseable {
  PortIdentity port();

  /**
   * Begins to receive. The receiver is called on the transport's own thread, one packet at a time,
   * and must not block. Called once.
   */
  void start(Consumer<MadPacket> receiver);

  /** Sends without waiting; from any thread. What cannot be sent is lost, as on any wire. */
  void send(MadPacket packet);

  /**
   * Sends a packet that is expected to be answered within so many milliseconds. Most wires do not
   * care; a driver that matches answers to requests itself has to be told.
   */
  default void request(MadPacket packet, int timeoutMs) {
    send(packet);
  }

  /**
   * Sets or clears the port's IsSM capability bit. A port that has gone away is told when it is
   * back; that it has gone is not the caller's trouble.
   */
  void setSubnetManager(boolean isSm);

  @Override
  void close();
}
