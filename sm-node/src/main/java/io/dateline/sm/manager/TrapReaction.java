package io.dateline.sm.manager;

import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.discover.Extent;
import java.util.Optional;

/**
 * What a trap asks of the subnet manager (IBA Vol 1, 14.2.5.1 and table of traps). Pure.
 *
 * <p>128 link state, 144 capabilities or description, 145 system image GUID: sweep. 129, 130, 131
 * link integrity, buffer overrun, flow control watchdog: look around. 256 to 259 key violations:
 * nothing but a line in the log.
 */
public final class TrapReaction {
  private TrapReaction() {}

  /**
   * The command for a trap, or nothing where there is nothing to do.
   *
   * @param port GUID of the end port that sent it, 0 where that is not known
   */
  public static Optional<SmCommand> to(MadPacket trap, long port, boolean sweepOnTrap) {
    Notice notice = Notice.of(Smp.data(trap.mad()));
    if (!notice.isGeneric()) {
      return Optional.empty();
    }
    return switch (notice.trapNumber()) {
      case TrapNumber.LINK_STATE -> sweep(trap, port, notice, "a link came or went", sweepOnTrap);
      case TrapNumber.LOCAL_CHANGES ->
          sweep(trap, port, notice, "capabilities or description changed", sweepOnTrap);
      case TrapNumber.SYSTEM_IMAGE_GUID ->
          sweep(trap, port, notice, "system image GUID changed", sweepOnTrap);
      case TrapNumber.LINK_INTEGRITY, TrapNumber.BUFFER_OVERRUN, TrapNumber.FLOW_CONTROL_WATCHDOG ->
          Optional.of(new SmCommand.LookAround());
      default -> Optional.empty();
    };
  }

  /** The reason stays in the history, for people. */
  private static Optional<SmCommand> sweep(
      MadPacket trap, long port, Notice notice, String what, boolean sweepOnTrap) {
    return sweepOnTrap
        ? Optional.of(
            new SmCommand.Sweep(
                "trap %d from LID %d: %s".formatted(notice.trapNumber(), trap.remoteLid(), what),
                Extent.at(port)))
        : Optional.empty();
  }
}
