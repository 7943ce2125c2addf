package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import java.util.Optional;

/** What one subnet manager tells another by Set(SMInfo) (IBA Vol 1, 14.2.5.13 and 14.4.1). */
public enum SmControl {
  /** Manage the subnet in my place. */
  HANDOVER(1, SmState.MASTER),
  /** I manage it now. */
  ACKNOWLEDGE(2, SmState.STANDBY),
  /** Keep out. */
  DISABLE(3, SmState.MASTER),
  /** Stand by, and poll me. */
  STANDBY(4, SmState.MASTER),
  /** Look which managers are there. */
  DISCOVER(5, SmState.MASTER);

  private final int modifier;
  private final SmState sender;

  SmControl(int modifier, SmState sender) {
    this.modifier = modifier;
    this.sender = sender;
  }

  /** The attribute modifier. */
  public int modifier() {
    return modifier;
  }

  /** The control of an attribute modifier, if it is one. */
  public static Optional<SmControl> of(int modifier) {
    for (SmControl control : values()) {
      if (control.modifier == modifier) {
        return Optional.of(control);
      }
    }
    return Optional.empty();
  }

  /** Whether a subnet manager that says this of itself may send it. */
  public boolean mayComeFrom(SmInfo from) {
    return from.smState() == sender.code();
  }
}
