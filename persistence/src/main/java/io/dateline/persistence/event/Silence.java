package io.dateline.persistence.event;

import java.util.List;

/**
 * What does not answer, and is there all the same. Immutable.
 *
 * @param ports of hosts, by port GUID
 * @param cables that lead to switches
 */
public record Silence(List<SilentPort> ports, List<SilentCable> cables) {
  public static final Silence NONE = new Silence(List.of(), List.of());

  public Silence {
    ports = List.copyOf(ports);
    cables = List.copyOf(cables);
  }
}
