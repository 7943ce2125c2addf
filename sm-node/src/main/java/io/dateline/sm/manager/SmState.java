package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;

/** What a subnet manager is to the others on its fabric (IBA Vol 1, 14.4.1). */
public enum SmState {
  /** Told to keep out, or not there yet: neither polls nor sweeps. */
  NOT_ACTIVE(SmInfo.STATE_NOT_ACTIVE),
  /** Looks at the fabric to learn which others are there. */
  DISCOVERING(SmInfo.STATE_DISCOVERING),
  /** Another one manages the subnet, or is to; this one polls it. */
  STANDBY(SmInfo.STATE_STANDBY),
  /** Manages the subnet. */
  MASTER(SmInfo.STATE_MASTER);

  private final int code;

  SmState(int code) {
    this.code = code;
  }

  /** The name of a code that SMInfo carries, or the code where it has none. */
  public static String inWords(int code) {
    for (SmState state : values()) {
      if (state.code == code) {
        return state.name();
      }
    }
    return "state " + code;
  }

  /** As SMInfo carries it. */
  public int code() {
    return code;
  }
}
