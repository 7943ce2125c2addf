package io.dateline.sm.options;

import io.dateline.sm.options.OpensmOption.Unit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All options of OpenSM 3.3.23: the table {@code opensm-options.txt}. */
public final class OpensmOptions {
  private static final String FOR_ENGINES = "engine";

  /** Other names: OpenSM's former one, and that of its command line. */
  private static final Map<String, String> ALIASES =
      Map.of(
          "dimn_ports_file", "port_search_ordering_file", "ignore_guids", "port_prof_ignore_file");

  private static final Map<String, OpensmOption> ALL = read();

  private OpensmOptions() {}

  /** The option of a name, which may be another name of it. */
  public static Optional<OpensmOption> named(String name) {
    return Optional.ofNullable(ALL.get(ALIASES.getOrDefault(name, name)));
  }

  /** In the order of the table. */
  public static Collection<OpensmOption> all() {
    return ALL.values();
  }

  private static Map<String, OpensmOption> read() {
    Map<String, OpensmOption> options = new LinkedHashMap<>();
    try (InputStream in = OpensmOptions.class.getResourceAsStream("opensm-options.txt")) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(OpensmOptions::parse)
          .forEach(option -> options.put(option.name(), option));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return options;
  }

  /** {@code name kind default [engine | setting [unit]]}. */
  private static OpensmOption parse(String line) {
    String[] columns = line.split(" +", -1);
    String name = columns[0];
    OptionKind kind = OptionKind.valueOf(columns[1].toUpperCase(Locale.ROOT));
    boolean isForEngines = columns.length > 3 && columns[3].equals(FOR_ENGINES);
    String setting =
        isForEngines ? "dateline.subnet." + name : columns.length > 3 ? columns[3] : null;
    return new OpensmOption(
        name,
        kind,
        kind == OptionKind.SL ? columns[2] : kind.canonical(columns[2]),
        Optional.ofNullable(setting),
        unit(columns.length > 4 ? columns[4] : ""),
        isForEngines);
  }

  private static Unit unit(String text) {
    return switch (text) {
      case "" -> Unit.NONE;
      case "s" -> Unit.SECONDS;
      case "ms" -> Unit.MILLISECONDS;
      case "list" -> Unit.LIST;
      default -> throw new IllegalStateException("no unit: " + text);
    };
  }
}
