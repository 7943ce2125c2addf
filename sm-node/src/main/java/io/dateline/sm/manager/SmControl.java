package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import java.util.Optional;

/** What one subnet manager tells another by Set(SMInfo) (IBA Vol 1, 14.2.5.13 and 14.4.1). */
public enum SmControl {
  /** Manage the subnet in my place. */
  HANDOVER(1, SmState.MASTER, "hands the subnet over"),
  /** I manage it now. */
  ACKNOWLEDGE(2, SmState.STANDBY, "acknowledges the handover"),
  /** Keep out. */
  DISABLE(3, SmState.MASTER, "disables this subnet manager"),
  /** Stand by, and poll me. */
  STANDBY(4, SmState.MASTER, "has this subnet manager stand by"),
  /** Look which managers are there. */
  DISCOVER(5, SmState.MASTER, "has this subnet manager look for others");

  private final int modifier;
  private final SmState sender;
  private final String words;

  SmControl(int modifier, SmState sender, String words) {
    this.modifier = modifier;
    this.sender = sender;
    this.words = words;
  }

  /** What a subnet manager that tells this does: the rest of a sentence that begins with it. */
  String words() {
    return words;
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
