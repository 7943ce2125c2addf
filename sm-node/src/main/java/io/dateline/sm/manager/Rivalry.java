package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.util.List;
import java.util.Optional;

/**
 * Who is to manage a subnet on which several subnet managers meet (IBA Vol 1, 14.4.1): the higher
 * priority, among equals the lower GUID. Pure.
 *
 * <p>A subnet manager that is master already yields to nobody but a better master. One that is not
 * yields to any master, and to a better one that is on its way.
 */
final class Rivalry {
  private Rivalry() {}

  /** The rival to stand back for, if there is one. */
  static Optional<SmInfo> winner(SmInfo own, boolean isMaster, List<ManagerInfo> others) {
    return others.stream()
        .map(other -> SmInfo.of(other.smInfo()))
        .filter(rival -> goesBefore(own, isMaster, rival))
        .findFirst();
  }

  private static boolean goesBefore(SmInfo own, boolean isMaster, SmInfo rival) {
    return switch (rival.smState()) {
      case SmInfo.STATE_MASTER -> !isMaster || isBetter(rival, own);
      case SmInfo.STATE_STANDBY, SmInfo.STATE_DISCOVERING -> !isMaster && isBetter(rival, own);
      default -> false;
    };
  }

  private static boolean isBetter(SmInfo one, SmInfo other) {
    return one.priority() != other.priority()
        ? one.priority() > other.priority()
        : Long.compareUnsigned(one.guid(), other.guid()) < 0;
  }
}
