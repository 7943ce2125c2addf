package io.dateline.fabric.judge;

import java.util.List;
import java.util.Map;

/**
 * Which pairs are served. A pair is a source end port and a destination LID of another end port;
 * both have LIDs. A source with several LIDs (LMC) sends with each of them, and its pair is served
 * when all arrive.
 *
 * @param pairs pairs in scope
 * @param caPairs those of them from a channel adapter's or router's port to another's LID
 * @param undelivered pairs in scope that are not served
 * @param caUndelivered those of them that are among {@code caPairs}
 * @param disconnected undelivered pairs that no cables join either: no routing could serve them
 * @param missing undelivered pairs that a subnet cannot do without, though cables join them: those
 *     of {@code caPairs}, less those that {@link JudgeOptions#partly} excepts, those to the subnet
 *     manager's own port, and those from there to adapters. The rest is between others and the port
 *     0 of a switch, which nothing needs: it is managed by directed routes, and its traps go to the
 *     subnet manager
 * @param undeliveredByFault undelivered pairs by fault; a fault that did not occur is absent
 * @param examples the first undelivered pairs, by destination and then source; those that are
 *     missing come before the rest
 * @param loops distinct circles that the tables hold for destinations in scope, whether or not a
 *     source in scope gets there: whatever strays into one goes round until its life time is over
 * @param loopExamples the first loops
 */
public record Delivery(
    long pairs,
    long caPairs,
    long undelivered,
    long caUndelivered,
    long disconnected,
    long missing,
    Map<Fault, Long> undeliveredByFault,
    List<Undelivered> examples,
    long loops,
    List<Loop> loopExamples) {
  public Delivery {
    undeliveredByFault = Map.copyOf(undeliveredByFault);
    examples = List.copyOf(examples);
    loopExamples = List.copyOf(loopExamples);
  }

  /** Undelivered pairs that cables join, and that a subnet can do without. */
  public long dispensable() {
    return undelivered - disconnected - missing;
  }

  /** Undelivered pairs of one kind. */
  public long undelivered(Fault fault) {
    return undeliveredByFault.getOrDefault(fault, 0L);
  }
}
