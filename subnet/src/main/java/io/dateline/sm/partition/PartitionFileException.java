package io.dateline.sm.partition;

/** A file of partitions that is not carried out, because a line of it cannot be understood. */
public final class PartitionFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final String sentence;

  PartitionFileException(int line, String sentence) {
    super("line %d: %s".formatted(line, sentence));
    this.line = line;
    this.sentence = sentence;
  }

  /** The line that is to blame, counted from 1. */
  public int line() {
    return line;
  }

  /** The file, the line, and what is wrong with it. */
  public String sentence(String file) {
    return "%s:%d: %s".formatted(file, line, sentence);
  }

  /** What is wrong with it, without the line's number. */
  public String sentence() {
    return sentence;
  }
}
