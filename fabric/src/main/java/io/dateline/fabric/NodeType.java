package io.dateline.fabric;

/** What a node is (IBA Vol 1, 14.2.5.3 NodeInfo, component NodeType). */
public enum NodeType {
  CA(1, "Ca", 'H'),
  SWITCH(2, "Switch", 'S'),
  ROUTER(3, "Rt", 'R');

  private final int code;
  private final String keyword;
  private final char idPrefix;

  NodeType(int code, String keyword, char idPrefix) {
    this.code = code;
    this.keyword = keyword;
    this.idPrefix = idPrefix;
  }

  /** The NodeInfo code: 1, 2 or 3. */
  public int code() {
    return code;
  }

  /** The word ibnetdiscover begins the node's block with. */
  public String keyword() {
    return keyword;
  }

  /** The letter ibnetdiscover begins the node's id with. */
  public char idPrefix() {
    return idPrefix;
  }

  /** The type of a NodeInfo code, or null for a code that is reserved. */
  public static NodeType ofCode(int code) {
    return switch (code) {
      case 1 -> CA;
      case 2 -> SWITCH;
      case 3 -> ROUTER;
      default -> null;
    };
  }
}
