package io.dateline.routing.actors.programmer;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Limits of programmers; {@code dateline.lft-programmer} in reference.conf says what they mean.
 *
 * @param outstandingMax at least 1
 * @param confirmAfterBlocks at least 1
 * @param passivateAfter above 0
 */
public record ProgrammerSettings(
    int outstandingMax, int confirmAfterBlocks, Duration passivateAfter) {
  public ProgrammerSettings {
    if (outstandingMax < 1 || confirmAfterBlocks < 1 || !passivateAfter.isPositive()) {
      throw new IllegalArgumentException(
          "outstanding-max %d, confirm-after-blocks %d and passivate-after %s must be above 0"
              .formatted(outstandingMax, confirmAfterBlocks, passivateAfter));
    }
  }

  /** The settings of a whole configuration. */
  public static ProgrammerSettings of(Config config) {
    Config own = config.getConfig("dateline.lft-programmer");
    return new ProgrammerSettings(
        own.getInt("outstanding-max"),
        own.getInt("confirm-after-blocks"),
        own.getDuration("passivate-after"));
  }
}
