package io.dateline.sim.observe;

/**
 * The time for which one master answers an application, from its first right answer until another
 * one's; as of the last answer.
 *
 * @param number of masters up to this one; 0 before the first answer
 * @param masterLid LID that the questions went to, 0 before the first
 * @param silenceNs from the last answer of the master before to the first of this one; 0 for the
 *     first master
 * @param lastAnswerNs when the last answer came, {@link System#nanoTime}
 * @param pairs of ports that it was asked for and answered
 * @param differing answers that differ from the one before for the same pair, by whomever
 */
public record Reign(
    int number, int masterLid, long silenceNs, long lastAnswerNs, int pairs, int differing) {
  /** No node has answered yet. */
  public static final Reign NONE = new Reign(0, 0, 0, 0, 0, 0);

  Reign next(int newMasterLid, long nowNs) {
    return new Reign(number + 1, newMasterLid, number == 0 ? 0 : nowNs - lastAnswerNs, nowNs, 0, 0);
  }

  Reign answered(long nowNs, boolean isNewPair, boolean differs) {
    return new Reign(
        number,
        masterLid,
        silenceNs,
        nowNs,
        pairs + (isNewPair ? 1 : 0),
        differing + (differs ? 1 : 0));
  }
}
