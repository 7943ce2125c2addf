package io.dateline.routing.actors.entity;

/** Ends commands that never reached their entity and that nothing is to come of any more. */
@FunctionalInterface
public interface Refusal<M> {
  /**
   * Answers such a command in place of its entity. Whatever asked may still count it as under way.
   *
   * @return whether it did; if not, the entity is told the command
   */
  boolean refuse(String entityId, M command);

  /**
   * Answers a command that was dropped each time it was told, if whatever asked would not ask again
   * by itself.
   */
  default void giveUp(M command) {}
}
