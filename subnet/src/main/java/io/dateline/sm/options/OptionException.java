package io.dateline.sm.options;

import java.util.List;
import java.util.Optional;

/** Options that cannot be used; the message has a line for each, which says where it was given. */
public final class OptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient GivenOption given; // null where there is not one that is to blame
  private final String sentence;

  OptionException(List<String> problems) {
    super(String.join("\n", problems));
    given = null;
    sentence = getMessage();
  }

  OptionException(GivenOption given, String sentence) {
    super("%s: %s %s".formatted(given.place(), given.name(), sentence));
    this.given = given;
    this.sentence = sentence;
  }

  /** The option that is to blame, if it is one. */
  public Optional<GivenOption> given() {
    return Optional.ofNullable(given);
  }

  /** What is wrong with it, without its name and place. */
  public String sentence() {
    return sentence;
  }
}
