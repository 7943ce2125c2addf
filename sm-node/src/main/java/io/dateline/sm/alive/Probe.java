package io.dateline.sm.alive;

/** Asks a part for a sign of life. Called on the watchdog's thread; neither waits. */
public interface Probe {
  Part part();

  /** A turn of the watchdog begins. */
  default void turn() {}

  /** Whether it has to live here now. */
  boolean isExpected();

  /**
   * Asks.
   *
   * @param answered to be called from any thread when there is an answer
   */
  void ask(Runnable answered);
}
