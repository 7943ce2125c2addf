package io.dateline.sm.fair;

/** What one port may have only so much of. */
public enum Quota {
  /** Packets that wait for subnet administration. */
  WAITING("packets waiting"),
  /** Tables that are being computed or sent. */
  TRANSFERS("tables at a time"),
  /** Multicast groups that it is in, and those that it has had others join. */
  GROUPS("multicast groups"),
  /** Services that it has registered. */
  SERVICES("services"),
  /** Subscriptions to notices. */
  SUBSCRIPTIONS("subscriptions to notices"),
  /** Alias GUIDs. */
  ALIASES("alias GUIDs"),
  /** Joins, leaves and registrations a second. */
  JOINS("joins, leaves and registrations a second"),
  /** Traps a second. */
  TRAPS("traps a second");

  private final String words;

  Quota(String words) {
    this.words = words;
  }

  /** What a port wanted too many of. */
  public String words() {
    return words;
  }
}
