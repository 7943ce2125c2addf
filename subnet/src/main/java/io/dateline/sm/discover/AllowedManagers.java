package io.dateline.sm.discover;

import java.util.Set;

/**
 * Which other subnet managers are heeded: NVIDIA's option {@code allowed_sm_guids}. What runs at
 * another port is not asked, is not handed the subnet, and may order nothing. Nodes of the cluster
 * are always heeded.
 *
 * @param guids port GUIDs; where there are none, all are allowed
 */
public record AllowedManagers(Set<Long> guids) {
  /** Whichever there are. */
  public static final AllowedManagers ANY = new AllowedManagers(Set.of());

  public AllowedManagers {
    guids = Set.copyOf(guids);
  }

  /** Whether there is a list. */
  public boolean isLimited() {
    return !guids.isEmpty();
  }

  /** Whether one at a port of this GUID may be heeded. */
  public boolean allows(long portGuid) {
    return guids.isEmpty() || guids.contains(portGuid);
  }
}
