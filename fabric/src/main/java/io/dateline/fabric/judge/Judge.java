package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;

/**
 * Checks a routing from its tables alone. It shares no algorithm with any engine, so that an
 * engine's mistake is not repeated here.
 *
 * <p>Destinations have nothing to do with each other until the counts are added up: workers take
 * slices of them, each with its own scratch and tally. With everything on VL 0 a destination costs
 * a few passes over the switches; with SLs by pair also one over the senders.
 *
 * <p>Who judges one fabric again and again keeps the {@link Judgement}.
 */
public final class Judge {
  private Judge() {}

  /**
   * Judges a routing of a fabric.
   *
   * @throws IllegalArgumentException as {@link Judgement#of}
   */
  public static Verdict judge(Fabric fabric, LidMap lids, Routing routing, JudgeOptions options) {
    return Judgement.of(fabric, lids, routing, options).verdict();
  }
}
