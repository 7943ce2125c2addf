package io.dateline.mad;

import java.util.Arrays;

/**
 * A directed route from the local port: the output port number at every node on the way (IBA Vol 1,
 * 14.2.2). No hop at all addresses the local node itself.
 */
public final class DirectedRoute {
  /** The most hops an SMP can carry. */
  public static final int HOPS_MAX = 63;

  /** The local node. */
  public static final DirectedRoute LOCAL = new DirectedRoute(new byte[0]);

  private final byte[] ports; // hop h leaves by port ports[h-1]

  private DirectedRoute(byte[] ports) {
    this.ports = ports;
  }

  /**
   * A whole route.
   *
   * @param ports output port numbers, from hop 1 on
   * @throws IllegalArgumentException if there are more than {@link #HOPS_MAX}
   */
  public static DirectedRoute of(byte[] ports) {
    if (ports.length > HOPS_MAX) {
      throw new IllegalArgumentException("a directed route has at most 63 hops");
    }
    return ports.length == 0 ? LOCAL : new DirectedRoute(ports.clone());
  }

  /** The output port numbers, from hop 1 on. */
  public byte[] ports() {
    return ports.clone();
  }

  public int hopCount() {
    return ports.length;
  }

  /** The output port number at hop 1 to {@link #hopCount()}. */
  public int port(int hop) {
    return ports[hop - 1] & 0xFF;
  }

  /**
   * This route and one hop more.
   *
   * @throws IllegalStateException if there are {@link #HOPS_MAX} already
   */
  public DirectedRoute then(int portNumber) {
    if (ports.length == HOPS_MAX) {
      throw new IllegalStateException("a directed route has at most 63 hops");
    }
    byte[] longer = Arrays.copyOf(ports, ports.length + 1);
    longer[ports.length] = (byte) portNumber;
    return new DirectedRoute(longer);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DirectedRoute route && Arrays.equals(route.ports, ports);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ports);
  }

  /** As OpenSM and the diagnostics write it: {@code 0,1,5}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("0");
    for (byte port : ports) {
      text.append(',').append(port & 0xFF);
    }
    return text.toString();
  }
}
