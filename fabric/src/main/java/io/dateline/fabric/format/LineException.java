package io.dateline.fabric.format;

/** What is wrong with the line at hand, as a sentence; {@link LineScanner} adds file and line. */
public final class LineException extends Exception {
  private static final long serialVersionUID = 1L;

  public LineException(String sentence) {
    super(sentence);
  }
}
