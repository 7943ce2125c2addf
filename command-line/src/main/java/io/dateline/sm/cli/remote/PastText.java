package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Guid;
import io.dateline.fabric.format.GuidToLid;
import io.dateline.sm.text.Counted;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** How a subnet was, as a guid2lid file with the rest in comments. */
final class PastText {
  private PastText() {}

  static void print(JsonNode past, PrintWriter out, ZoneId zone) {
    out.printf(
        "# event %d of %s, term %d, %s known%n",
        past.path("number").asLong(),
        TimeText.local(past.path("time").asText(), zone),
        past.path("term").asLong(),
        Counted.of(past.path("nodes").asInt(), "node"));
    if (past.has("active")) {
      routed("active since", past.path("active"), "activated", out, zone);
    } else {
      out.println("# no routing was active yet");
    }
    if (past.has("planned")) {
      routed("on its way since", past.path("planned"), "decided", out, zone);
    }
    List<GuidToLid> lids = new ArrayList<>();
    for (JsonNode port : past.path("lids")) {
      lids.add(
          new GuidToLid(
              Guid.parse(port.path("portGuid").asText()),
              port.path("lidMin").asInt(),
              port.path("lidMax").asInt()));
    }
    try {
      GuidToLid.write(lids, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void routed(
      String state, JsonNode routing, String since, PrintWriter out, ZoneId zone) {
    out.printf(
        "# %s %s: generation %d by %s, %s, %s (%s)%n",
        state,
        TimeText.local(routing.path(since).asText(), zone),
        routing.path("generation").asLong(),
        routing.path("engine").asText(),
        Counted.of(routing.path("switches").asInt(), "switch"),
        Counted.of(routing.path("endPorts").asInt(), "end port"),
        routing.path("why").asText());
    out.printf("#   tables %s%n", routing.path("digest").asText());
  }
}
