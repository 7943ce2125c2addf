package io.dateline.sm.alive;

/** What a node cannot do its work without. */
public enum Part {
  MANAGER("the subnet manager"),
  ADMINISTRATOR("subnet administration"),
  REPLICA("the replica"),
  EXCHANGE("what sends and receives at the node's port"),
  PROGRAMMERS("the region of the programmers"),
  /** A request that the node sends to its own subnet manager's LID, as hosts do. */
  OWN_REQUEST("subnet administration, asked through the node's own port,");

  private final String noun;

  Part(String noun) {
    this.noun = noun;
  }

  /** As a sentence begins with it, in lower case. */
  public String noun() {
    return noun;
  }
}
