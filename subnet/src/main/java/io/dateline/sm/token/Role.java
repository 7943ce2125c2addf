package io.dateline.sm.token;

import java.util.Arrays;
import java.util.Optional;

/**
 * What the holder of a token may do. Every one of them may read. None of them implies another: a
 * client that is to have two is given two tokens.
 */
public enum Role {
  /** Reads status, history and metrics where that needs a token. */
  READER("reader"),
  /** Orders what changes the subnet or the node. */
  OPERATOR("operator"),
  /** Asks for keys of ports and of the subnet. */
  KEYS("keys");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  /** As it is in the file of tokens. */
  public String word() {
    return word;
  }

  static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word.equals(word)).findFirst();
  }

  /** Whether a token of this role will do where another one is asked for. */
  public boolean suffices(Role needed) {
    return this == needed || needed == READER;
  }
}
