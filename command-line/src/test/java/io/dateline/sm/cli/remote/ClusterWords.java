package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What {@code dateline cluster} prints. */
public final class ClusterWords {
  private ClusterWords() {}

  /** The text of a report. */
  public static String of(JsonNode report) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    ClusterCommand.print(report, out);
    out.flush();
    return text.toString();
  }
}
