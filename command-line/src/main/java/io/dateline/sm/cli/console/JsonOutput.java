package io.dateline.sm.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;

/** Prints values as JSON. */
public final class JsonOutput {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonOutput() {}

  public static void print(Object value, PrintWriter out) {
    try {
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report that cannot be written as JSON", e);
    }
  }
}
