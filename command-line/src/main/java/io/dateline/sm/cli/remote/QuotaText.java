package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.text.Counted;
import java.io.PrintWriter;
import java.util.Arrays;

/** What ports were refused because they asked for too much, in words. */
final class QuotaText {
  private QuotaText() {}

  /** Nothing where nothing was refused. */
  static void print(JsonNode quotas, PrintWriter out) {
    for (JsonNode offender : quotas.path("offenders")) {
      out.printf(
          "port %s wanted too many %s: %s%n",
          offender.path("portGuid").asText(),
          words(offender.path("quota").asText()),
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

  /** A node of another build may have one that this program does not know. */
  private static String words(String name) {
    return Arrays.stream(Quota.values())
        .filter(quota -> quota.name().equals(name))
        .findFirst()
        .map(Quota::words)
        .orElse(name);
  }
}
