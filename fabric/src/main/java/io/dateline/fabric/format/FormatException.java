package io.dateline.fabric.format;

import java.io.IOException;
import java.util.List;

/**
 * A file does not say what a file of its format has to say. Lists every problem found, up to a
 * bound; the message has one line {@code file:line: sentence} for each.
 */
public final class FormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * One thing that is wrong.
   *
   * @param line counted from 1, or 0 where the file as a whole is meant
   * @param sentence what is wrong, for people
   */
  public record Problem(int line, String sentence) {}

  private final String fileName;
  private final transient List<Problem> problems;

  FormatException(String fileName, List<Problem> problems) {
    super(message(fileName, problems));
    this.fileName = fileName;
    this.problems = List.copyOf(problems);
  }

  /** The file's name as the caller gave it. */
  public String fileName() {
    return fileName;
  }

  /** What is wrong, in the order it was noticed; at least one. */
  public List<Problem> problems() {
    return problems;
  }

  private static String message(String fileName, List<Problem> problems) {
    StringBuilder text = new StringBuilder();
    for (Problem problem : problems) {
      if (!text.isEmpty()) {
        text.append('\n');
      }
      text.append(fileName).append(':');
      if (problem.line > 0) {
        text.append(problem.line).append(':');
      }
      text.append(' ').append(problem.sentence);
    }
    return text.toString();
  }
}
