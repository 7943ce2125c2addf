package io.dateline.sim;

import io.dateline.mad.transport.MadPacket;
import java.util.BitSet;

/**
 * A program attached to a port, in place of the software that runs on the node's host. Made by
 * {@link SimulatedFabric#attach}; belongs to the thread that runs the simulation.
 */
public final class Attachment {
  /** Takes a MAD, of which its sender says that the first {@code lengthBytes} count. */
  @FunctionalInterface
  interface Receiver {
    void receive(MadPacket packet, int lengthBytes);
  }

  private final int port;
  private final boolean isOpen;
  private final Receiver receiver;
  private final BitSet classes = new BitSet(256);
  private boolean isSubnetManager;

  Attachment(int port, boolean isOpen, Receiver receiver) {
    this.port = port;
    this.isOpen = isOpen;
    this.receiver = receiver;
  }

  /** The port it is attached to: an external one of a channel adapter, port 0 of a switch. */
  public int port() {
    return port;
  }

  public boolean isSubnetManager() {
    return isSubnetManager;
  }

  void setSubnetManager(boolean value) {
    isSubnetManager = value;
  }

  void sends(int managementClass) {
    classes.set(managementClass);
  }

  /** Whether it takes MADs of any class, and what is for an SM even where it is none. */
  boolean isOpen() {
    return isOpen;
  }

  /**
   * Whether it takes MADs of a class that answer nothing. A program behind the umad interface has
   * to register for a class first, and one that did has sent something of it.
   */
  boolean takes(int managementClass) {
    return isOpen || classes.get(managementClass);
  }

  void receive(MadPacket packet, int lengthBytes) {
    receiver.receive(packet, lengthBytes);
  }
}
