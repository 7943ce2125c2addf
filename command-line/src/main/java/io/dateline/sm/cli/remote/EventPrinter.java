package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.ZoneId;

/** Prints the events of a history as they come, in one form or another. */
sealed interface EventPrinter extends AutoCloseable {
  /** Prints the events of a page, behind those of the pages before. */
  void print(JsonNode events);

  @Override
  void close();

  /** A line an event: number, time, term, what, why. */
  record Text(PrintWriter out, ZoneId zone) implements EventPrinter {
    @Override
    public void print(JsonNode events) {
      for (JsonNode event : events) {
        String why = event.path("why").asText();
        out.printf(
            "%6d  %s  term %d  %s%s%n",
            event.path("number").asLong(),
            TimeText.local(event.path("time").asText(), zone),
            event.path("term").asLong(),
            event.path("what").asText(),
            why.isEmpty() ? "" : "  (" + why + ")");
      }
    }

    @Override
    public void close() {}
  }

  /** One object, however many pages there are; nothing when there is none. */
  final class Json implements EventPrinter {
    private final PrintWriter out;
    private JsonGenerator json; // null before the first page

    Json(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void print(JsonNode events) {
      try {
        if (json == null) {
          json =
              new ObjectMapper()
                  .createGenerator(out)
                  .useDefaultPrettyPrinter()
                  .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
          json.writeStartObject();
          json.writeArrayFieldStart("events");
        }
        for (JsonNode event : events) {
          json.writeTree(event);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try {
        if (json != null) {
          json.writeEndArray();
          json.writeEndObject();
          json.close();
          out.println();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
