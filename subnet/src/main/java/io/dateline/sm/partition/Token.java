package io.dateline.sm.partition;

import java.util.Optional;

/** What stands between two commas: a name, and what follows its equals sign, if it has one. */
record Token(String name, Optional<String> value) {
  static Token of(String text) {
    int equals = text.indexOf('=');
    return equals < 0
        ? new Token(text.strip(), Optional.empty())
        : new Token(
            text.substring(0, equals).strip(), Optional.of(text.substring(equals + 1).strip()));
  }
}
