package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells the fabric that the journal knows from another one. It is the same if most of the switches,
 * or most of the other nodes, are: of those that are seen, so that a part of a fabric that was cut
 * is recognized; or of those that are known, so that one that has grown is.
 */
public final class Recognition {
  private static final int EXAMPLES = 3;

  private Recognition() {}

  /**
   * Why a fabric is not the one that the journal knows; empty where it is, where nothing is known
   * yet, and where nothing is seen.
   */
  public static Optional<String> strangeness(NodeBook known, Discovered found) {
    Fabric fabric = found.fabric();
    int own = fabric.nodeOf(found.localPort());
    Set<Long> switches = new LinkedHashSet<>();
    Set<Long> others = new LinkedHashSet<>();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (node != own || fabric.isSwitch(node)) {
        (fabric.isSwitch(node) ? switches : others).add(fabric.nodeGuid(node));
      }
    }
    return strangeness(known, switches, others);
  }

  /** As the other, of what was found around a port. */
  public static Optional<String> strangeness(NodeBook known, Neighbourhood.Seen seen) {
    return strangeness(known, seen.switches(), seen.others());
  }

  private static Optional<String> strangeness(
      NodeBook known, Set<Long> switches, Set<Long> others) {
    if (known.size() == 0 || (switches.isEmpty() && others.isEmpty())) {
      return Optional.empty();
    }
    long familiar = switches.stream().filter(known::holds).count();
    long familiarOthers = others.stream().filter(known::holds).count();
    if (isMost(familiar, switches.size()) || isMost(familiarOthers, others.size())) {
      return Optional.empty();
    }
    Set<Long> knownSwitches = known.switchGuids();
    int knownOthers = known.size() - knownSwitches.size() - 1; // but for the own one
    if (isMost(familiar, knownSwitches.size()) || isMost(familiarOthers, knownOthers)) {
      return Optional.empty();
    }
    return Optional.of(
        "this port sees %s, %s of the %s that the journal knows"
            .formatted(
                named(switches.isEmpty() ? others : switches, switches.isEmpty()),
                familiar == 0 ? "none" : Long.toString(familiar),
                named(knownSwitches, false)));
  }

  private static boolean isMost(long part, int all) {
    return part > 0 && 2 * part >= all;
  }

  private static String named(Collection<Long> guids, boolean areAdapters) {
    String noun = areAdapters ? "adapter" : "switch";
    String plural = areAdapters ? "adapters" : "switches";
    String examples =
        guids.stream().limit(EXAMPLES).map(Guid::format).collect(Collectors.joining(", "));
    return "%d %s (%s%s)"
        .formatted(
            guids.size(),
            guids.size() == 1 ? noun : plural,
            examples,
            guids.size() > EXAMPLES ? ", ..." : "");
  }
}
