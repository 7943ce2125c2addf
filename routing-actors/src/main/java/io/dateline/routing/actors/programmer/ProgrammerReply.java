package io.dateline.routing.actors.programmer;

import io.dateline.routing.actors.entity.RoutingMessage;

/** What a programmer answers. */
public sealed interface ProgrammerReply extends RoutingMessage {
  long generation();

  /**
   * The switch holds the row.
   *
   * @param blocksSkipped blocks that it held before
   * @param madsSent Sets, of SwitchInfo too; retries do not count
   */
  record Programmed(long generation, int blocksSent, int blocksSkipped, int madsSent)
      implements ProgrammerReply {}

  /**
   * The switch may not hold the row.
   *
   * @param failedBlocks blocks it did not acknowledge; they go out again with the next program.
   *     Empty when nothing was tried or only SwitchInfo failed
   * @param reason the first thing that went wrong
   * @param mayStillWrite whether Sets are under way for which nothing is waiting any more
   */
  record ProgrammingFailed(
      long generation, int[] failedBlocks, String reason, boolean mayStillWrite)
      implements ProgrammerReply {
    /** Nothing is under way. */
    public ProgrammingFailed(long generation, int[] failedBlocks, String reason) {
      this(generation, failedBlocks, reason, false);
    }
  }

  /**
   * The program was not begun, for its way begins at another port than that of the node where the
   * programmer lives. This is the first answer of a programmer that has moved.
   *
   * @param home GUID of the end port of that node; 0 where the programmer moves, and cannot tell
   *     where it will be
   */
  record Elsewhere(long generation, long home) implements ProgrammerReply {}
}
