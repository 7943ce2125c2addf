package io.dateline.sm.analyze;

import java.io.PrintWriter;
import java.util.List;

/** A comparison in a terminal: columns of one width, wide enough for names and numbers. */
public final class ComparisonText {
  private static final String INDENT = "  ";

  private ComparisonText() {}

  /** Prints it. */
  public static void print(Comparison comparison, PrintWriter out) {
    List<ComparisonTable.Section> sections = new ComparisonTable(comparison).sections();
    int labelWidth = 0;
    int cellWidth = 0;
    for (Analysis analysis : comparison.analyses()) {
      cellWidth = Math.max(cellWidth, analysis.name().length());
    }
    for (ComparisonTable.Section section : sections) {
      for (ComparisonTable.Row row : section.rows()) {
        labelWidth = Math.max(labelWidth, INDENT.length() + row.label().length());
        for (String cell : row.cells()) {
          cellWidth = Math.max(cellWidth, cell.length());
        }
      }
    }
    out.println(comparison.headline());
    out.println("shift by " + comparison.shiftOrder());
    comparison.refusalLines().forEach(out::println);
    out.println();
    printRow(
        "",
        comparison.analyses().stream().map(Analysis::name).toList(),
        labelWidth,
        cellWidth,
        out);
    for (ComparisonTable.Section section : sections) {
      out.println(section.title());
      for (ComparisonTable.Row row : section.rows()) {
        printRow(INDENT + row.label(), row.cells(), labelWidth, cellWidth, out);
      }
    }
  }

  private static void printRow(
      String label, List<String> cells, int labelWidth, int cellWidth, PrintWriter out) {
    StringBuilder line = new StringBuilder(label);
    line.repeat(' ', labelWidth - label.length());
    for (String cell : cells) {
      line.append(INDENT).repeat(' ', cellWidth - cell.length()).append(cell);
    }
    out.println(line);
  }
}
