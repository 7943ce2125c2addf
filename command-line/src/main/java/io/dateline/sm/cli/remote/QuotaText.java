package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.text.Counted;
import java.io.PrintWriter;

/** What ports were refused because they asked for too much, in words. */
final class QuotaText {
  private QuotaText() {}

  /** Nothing where nothing was refused. */
  static void print(JsonNode quotas, PrintWriter out) {
    for (JsonNode offender : quotas.path("offenders")) {
      String kind =
          switch (offender.path("quota").asText()) {
            case "WAITING" -> "packets waiting";
            case "TRANSFERS" -> "tables at a time";
            case "GROUPS" -> "multicast groups";
            case "JOINS" -> "joins and leaves a second";
            case "TRAPS" -> "traps a second";
            default -> offender.path("quota").asText();
          };
      out.printf(
          "port %s wanted too many %s: %s%n",
          offender.path("portGuid").asText(),
          kind,
          Counted.of(offender.path("refusals").asInt(), "refusal"));
    }
    for (JsonNode port : quotas.path("babbling")) {
      out.printf(
          "warning: port %s (LID %d) babbles: %s too many%n",
          port.path("portGuid").asText(),
          port.path("lid").asInt(),
          Counted.of(port.path("ignored").asInt(), "trap"));
    }
    for (JsonNode port : quotas.path("disabled")) {
      out.printf(
          "warning: port %s babbled, so port %d of switch %s, where it is, was disabled%n",
          port.path("portGuid").asText(),
          port.path("switchPort").asInt(),
          port.path("switchGuid").asText());
    }
  }
}
