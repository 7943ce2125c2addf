package io.dateline.sm.config;

/**
 * How switches are programmed.
 *
 * @param parallelism switches at the same time, from each node
 * @param spreadFrom switches of a fabric from which on all nodes program; 0 for the master alone
 */
public record ProgrammingSettings(int parallelism, int spreadFrom) {
  public ProgrammingSettings {
    if (parallelism < 1 || spreadFrom < 0) {
      throw new IllegalArgumentException(
          "%d switches at the same time, spread from %d on".formatted(parallelism, spreadFrom));
    }
  }
}
