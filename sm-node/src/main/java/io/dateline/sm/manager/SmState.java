package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;

/** What a subnet manager is to the others on its fabric (IBA Vol 1, 14.4.1). */
public enum SmState {
  /** Told to keep out, or not there yet: neither polls nor sweeps. */
  NOT_ACTIVE(SmInfo.STATE_NOT_ACTIVE, "not active"),
  /** Looks at the fabric to learn which others are there. */
  DISCOVERING(SmInfo.STATE_DISCOVERING, "discovering"),
  /** Another one manages the subnet, or is to; this one polls it. */
  STANDBY(SmInfo.STATE_STANDBY, "standby"),
  /** Manages the subnet. */
  MASTER(SmInfo.STATE_MASTER, "master");

  private final int code;
  private final String words;

  SmState(int code, String words) {
    this.code = code;
    this.words = words;
  }

  /** As a sentence has it, after "is". */
  String words() {
    return words;
  }

  /** The words of a code that SMInfo carries, or the code where it has none. */
  public static String inWords(int code) {
    for (SmState state : values()) {
      if (state.code == code) {
        return state.words;
      }
    }
    return "state " + code;
  }

  /** As SMInfo carries it. */
  public int code() {
    return code;
  }
}
