package io.dateline.sm.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.routing.RoutingOutcome;
import io.dateline.sm.text.Csv;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * A comparison as lines {@code routing,quantity,value}: quantities are called as in {@link
 * ComparisonReport}, with a dot before what is inside another.
 */
public final class ComparisonCsv {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The routing itself, and an example. */
  private static final Set<String> NO_QUANTITIES = Set.of("name", "cycle");

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
      JsonNode measured = JSON.valueToTree(ComparisonReport.Measured.of(analysis, fabric));
      ComparisonCsv lines = new ComparisonCsv(csv, analysis.name());
      for (Map.Entry<String, JsonNode> quantity : measured.properties()) {
        if (!NO_QUANTITIES.contains(quantity.getKey())) {
          lines.write(quantity.getKey(), quantity.getValue());
        }
      }
    }
    for (RoutingOutcome.Refused refused : comparison.refusals()) {
      csv.line(refused.engine(), "refused", refused.reason());
    }
  }

  private void write(String name, JsonNode value) throws IOException {
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> inside : value.properties()) {
        write(name + "." + inside.getKey(), inside.getValue());
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        write(name + "." + i, value.get(i));
      }
    } else {
      csv.line(routing, name, value.asText());
    }
  }
}
