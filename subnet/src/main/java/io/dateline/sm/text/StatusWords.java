package io.dateline.sm.text;

/** Words in a node's status that its clients look for. */
public final class StatusWords {
  /** A role: ready to manage the subnet, which another node does. */
  public static final String STANDBY = "standby";

  /** A replica that has read what the journal had when it was last asked. */
  public static final String FOLLOWING = "following";

  private StatusWords() {}
}
