package io.dateline.sm.analyze;

import io.dateline.fabric.Fabric;
import io.dateline.routing.RoutingOutcome;
import io.dateline.sm.text.Csv;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A comparison as lines {@code routing,quantity,value}: quantities are called as in {@link
 * ComparisonJson}, with a dot before what is inside another.
 */
public final class ComparisonCsv {
  private final Csv csv;
  private final String routing;

  private ComparisonCsv(Csv csv, String routing) {
    this.csv = csv;
    this.routing = routing;
  }

  public static void write(Comparison comparison, Fabric fabric, Appendable out)
      throws IOException {
    Csv csv = new Csv(out);
    csv.line("routing", "quantity", "value");
    for (Analysis analysis : comparison.analyses()) {
      Map<String, Object> report = ComparisonJson.routing(analysis, fabric);
      report.remove("name");
      report.remove("cycle"); // an example, no quantity
      new ComparisonCsv(csv, analysis.name()).write("", report);
    }
    for (RoutingOutcome.Refused refused : comparison.refusals()) {
      csv.line(refused.engine(), "refused", refused.reason());
    }
  }

  private void write(String name, Object value) throws IOException {
    switch (value) {
      case Map<?, ?> inside -> {
        for (Map.Entry<?, ?> each : inside.entrySet()) {
          write(name.isEmpty() ? "" + each.getKey() : name + "." + each.getKey(), each.getValue());
        }
      }
      case long[] counts -> {
        for (int i = 0; i < counts.length; i++) {
          csv.line(routing, name + "." + i, counts[i]);
        }
      }
      case List<?> none -> throw new IllegalStateException(name + " is a list: " + none);
      default -> csv.line(routing, name, value);
    }
  }
}
