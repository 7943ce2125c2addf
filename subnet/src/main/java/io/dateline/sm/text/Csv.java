package io.dateline.sm.text;

import java.io.IOException;

/** Lines of comma-separated values (RFC 4180, with a line feed at the end). */
public final class Csv {
  private final Appendable out;

  public Csv(Appendable out) {
    this.out = out;
  }

  /** Writes a line; a value is put in quotes where it must. Control characters become blanks. */
  public void line(Object... values) throws IOException {
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        out.append(',');
      }
      append(String.valueOf(values[i]));
    }
    out.append('\n');
  }

  private void append(String value) throws IOException {
    boolean isQuoted = value.indexOf(',') >= 0 || value.indexOf('"') >= 0;
    if (isQuoted) {
      out.append('"');
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"') {
        out.append('"');
      }
      out.append(Character.isISOControl(c) ? ' ' : c);
    }
    if (isQuoted) {
      out.append('"');
    }
  }
}
