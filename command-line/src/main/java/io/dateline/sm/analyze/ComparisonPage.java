package io.dateline.sm.analyze;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A comparison as one HTML page that needs nothing else: no script, no net, plots inside. */
public final class ComparisonPage {
  private static final String FRAME = "comparison.html";

  private final Comparison comparison;
  private final ComparisonPlots plots;

  private ComparisonPage(Comparison comparison) {
    this.comparison = comparison;
    plots = new ComparisonPlots(comparison);
  }

  /**
   * Writes the page.
   *
   * @throws IOException if a plot cannot be drawn
   */
  public static String html(Comparison comparison) throws IOException {
    // Charts are drawn in memory; where there is a display, it is left alone.
    System.setProperty("java.awt.headless", "true");
    return new ComparisonPage(comparison).html();
  }

  private String html() throws IOException {
    return frame()
        .replace("{{headline}}", escaped(comparison.headline()))
        .replace("{{refusals}}", refusals())
        .replace("{{order}}", escaped(comparison.shiftOrder()))
        .replace("{{table}}", table())
        .replace("{{hops}}", image(plots.hops(), "Share of pairs by hops"))
        .replace("{{loads}}", image(plots.loads(), "Paths on channels, the busiest first"))
        .replace("{{bisections}}", image(plots.bisections(), "Bandwidth of random bisections"))
        .replace("{{shifts}}", image(plots.shifts(), "Flows on a channel in phases of the shift"));
  }

  private static String frame() throws IOException {
    try (InputStream in = ComparisonPage.class.getResourceAsStream(FRAME)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String refusals() {
    StringBuilder lines = new StringBuilder();
    for (String line : comparison.refusalLines()) {
      lines.append("<br>").append(escaped(line));
    }
    return lines.toString();
  }

  private String table() {
    StringBuilder table = new StringBuilder("<thead><tr><td></td>");
    int routing = 0;
    for (Analysis analysis : comparison.analyses()) {
      table
          .append("<th scope=\"col\"><span style=\"background:")
          .append(Palette.css(routing++))
          .append("\"></span>")
          .append(escaped(analysis.name()))
          .append("</th>");
    }
    table.append("</tr></thead>\n");
    for (ComparisonTable.Section section : new ComparisonTable(comparison).sections()) {
      table
          .append("<tbody><tr><th scope=\"rowgroup\" colspan=\"")
          .append(comparison.analyses().size() + 1)
          .append("\">")
          .append(escaped(section.title()))
          .append("</th></tr>\n");
      for (ComparisonTable.Row row : section.rows()) {
        table.append("<tr><th scope=\"row\">").append(escaped(row.label())).append("</th>");
        for (String cell : row.cells()) {
          table.append("<td>").append(escaped(cell)).append("</td>");
        }
        table.append("</tr>\n");
      }
      table.append("</tbody>\n");
    }
    return table.toString();
  }

  /** An image in the page. A picture inside a picture would share the names of its clips. */
  private static String image(byte[] svg, String description) {
    return "<img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\">"
        .formatted(escaped(description), Base64.getEncoder().encodeToString(svg));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
