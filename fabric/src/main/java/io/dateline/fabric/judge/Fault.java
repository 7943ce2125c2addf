package io.dateline.fabric.judge;

/** Why a packet does not arrive. */
public enum Fault {
  /** A switch has no entry for the destination. */
  NO_ENTRY("no entry"),

  /** The entry names a port that has no cable or whose link is down. */
  DOWN_PORT("entry to a port that is down"),

  /** The entry names a port that the switch does not have. */
  ABSENT_PORT("entry to a port the switch does not have"),

  /** The packet comes to an end port that does not answer to the LID. */
  WRONG_END_PORT("reaches an end port that has another LID"),

  /** The packet comes back to a switch it has been at. */
  LOOP("goes round in a loop"),

  /** A node maps the packet's SL to VL 15, the lane that drops. */
  DROPPED("its SL maps to VL 15");

  private final String text;

  Fault(String text) {
    this.text = text;
  }

  /** As a phrase for people, such as {@code no entry}. */
  public String text() {
    return text;
  }
}
