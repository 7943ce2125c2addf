package io.dateline.sm.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.sm.alive.Part;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long ago what lives on a node was last heard of, in seconds.
 *
 * @param lightSweepAge since a light sweep ended, null before one has at this node
 * @param ownAnswerAge since subnet administration answered this node's own request through the
 *     port, null before it has
 * @param silence since the last sign of life, by parts that are expected to give them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VitalSigns(Double lightSweepAge, Double ownAnswerAge, Map<String, Double> silence) {
  private static final double NS_PER_S = 1e9;

  /**
   * As the watchdog has them.
   *
   * @param lightSweepAgeNs negative before there was one
   * @param ownAnswerAgeNs negative before there was one
   * @param turns by part
   */
  public static VitalSigns of(
      long lightSweepAgeNs, long ownAnswerAgeNs, Map<Part, Integer> turns, Duration turn) {
    Map<String, Double> silence = new TreeMap<>();
    turns.forEach(
        (part, count) ->
            silence.put(part.name().toLowerCase(Locale.ROOT), count * turn.toNanos() / NS_PER_S));
    return new VitalSigns(age(lightSweepAgeNs), age(ownAnswerAgeNs), silence);
  }

  private static Double age(long ns) {
    return ns < 0 ? null : ns / NS_PER_S;
  }
}
