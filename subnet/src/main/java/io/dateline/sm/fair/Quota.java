package io.dateline.sm.fair;

/** What one port may have only so much of. */
public enum Quota {
  /** Packets that wait for subnet administration. */
  WAITING,
  /** Tables that are being computed or sent. */
  TRANSFERS,
  /** Multicast groups that it is in, and those that it has had others join. */
  GROUPS,
  /** Services that it has registered. */
  SERVICES,
  /** Subscriptions to notices. */
  SUBSCRIPTIONS,
  /** Alias GUIDs. */
  ALIASES,
  /** Joins, leaves and registrations a second. */
  JOINS,
  /** Traps a second. */
  TRAPS
}
