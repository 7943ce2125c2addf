package io.dateline.sm.options;

import io.dateline.fabric.format.GuidFile;
import io.dateline.fabric.format.GuidFile.Form;
import io.dateline.fabric.format.GuidFile.Line;
import io.dateline.fabric.format.GuidFileReader;
import io.dateline.fabric.format.LftFile;
import io.dateline.fabric.format.LidMatrix;
import io.dateline.fabric.format.TorusConf;
import io.dateline.routing.FileOptions;
import io.dateline.routing.GuidPort;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.OptionsDigest;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.TorusOptions;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.torus.TorusEngine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Options of the engines, from all that give them: the command line, {@code opensm.conf}, the
 * configuration. Files that they name are read here, once.
 *
 * @param routing what engines are handed
 * @param digest {@link OptionsDigest} of that
 * @param text those that were given and are not the default, as {@code opensm.conf} has them
 * @param warnings about files
 * @param notes of files that were read though nobody named them
 */
public record EngineOptions(
    RoutingOptions routing, String digest, String text, List<String> warnings, List<String> notes) {
  public EngineOptions {
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
  }

  /** In a line: what was given, and what tells these options apart from others. */
  public String summary() {
    return "%s; digest %.16s".formatted(text.isEmpty() ? "defaults" : text, digest);
  }

  /** Reads options for engines that have no file at a place where they look for it unasked. */
  public static EngineOptions read(List<GivenOption> given) {
    return read(given, EngineUse.NONE);
  }

  /**
   * Reads options; of those with the same name the last one counts.
   *
   * @param use what they depend on that is no option of engines
   * @throws OptionException if there is no such option, engines have none of this name, its value
   *     is none, or a file cannot be read
   */
  public static EngineOptions read(List<GivenOption> given, EngineUse use) {
    Set<String> notes = new LinkedHashSet<>(); // steps of a chain may read the same file
    Reader reader = Reader.of(given, new ArrayList<>(), notes);
    RoutingOptions routing =
        reader
            .routing(use.engines())
            .with(
                new ChainReader(reader.given, use, reader.warnings)
                    .read(
                        (ofStep, engine) ->
                            Reader.of(ofStep, reader.warnings, notes).routing(List.of(engine))));
    return new EngineOptions(
        routing, OptionsDigest.of(routing), reader.text(), reader.warnings, List.copyOf(notes));
  }

  private static final class Reader {
    private static final int MAX_OP_VLS_MAX = 5;

    private final Map<String, GivenOption> given = new LinkedHashMap<>(); // values canonical
    private final List<String> warnings;
    private final Set<String> notes;

    private Reader(List<String> warnings, Set<String> notes) {
      this.warnings = warnings;
      this.notes = notes;
    }

    static Reader of(List<GivenOption> given, List<String> warnings, Set<String> notes) {
      Reader reader = new Reader(warnings, notes);
      given.forEach(reader::take);
      return reader;
    }

    /** All but the chain. */
    RoutingOptions routing(List<String> engines) {
      return RoutingOptions.DEFAULTS
          .with(ports())
          .with(trees())
          .with(files())
          .with(torus(engines.contains(TorusEngine.NAME)))
          .with(lanes());
    }

    void take(GivenOption each) {
      OpensmOption option =
          OpensmOptions.named(each.name())
              .orElseThrow(
                  () ->
                      new OptionException(
                          List.of(
                              "%s: there is no option '%s'"
                                  .formatted(each.place(), Excerpt.of(each.name())))));
      if (!option.isForEngines()) {
        throw new OptionException(each, "is no option of an engine");
      }
      try {
        String value = option.kind().canonical(each.value());
        given.remove(option.name());
        if (!option.isStandard(value)) {
          given.put(
              option.name(), new GivenOption(option.name(), value, each.source(), each.line()));
        }
      } catch (IllegalArgumentException e) {
        throw new OptionException(each, e.getMessage());
      }
    }

    String text() {
      return given.values().stream()
          .map(option -> option.name() + " " + option.value())
          .collect(Collectors.joining(", "));
    }

    PortOptions ports() {
      return new PortOptions(
          flag("port_profile_switch_nodes"),
          flag("port_shifting"),
          number("scatter_ports"),
          flag("avoid_throttled_links"),
          ignoredPorts(),
          hopWeights(),
          portOrder(),
          guids("guid_routing_order_file").orElse(List.of()),
          flag("guid_routing_order_no_scatter"));
    }

    TreeOptions trees() {
      return new TreeOptions(
          guids("root_guid_file"),
          ids(),
          flag("connect_roots"),
          guids("cn_guid_file"),
          guids("io_guid_file"),
          number("max_reverse_hops"),
          flag("quasi_ftree_indexing"));
    }

    FileOptions files() {
      return new FileOptions(
          read("lfts_file", LftFile::read), read("lid_matrix_dump_file", LidMatrix::read));
    }

    TorusOptions torus(boolean isEngine) {
      return new TorusOptions(torusConf(isEngine));
    }

    LaneOptions lanes() {
      return new LaneOptions(
          flag("qos"),
          dataVls(),
          number("lash_start_vl"),
          flag("do_mesh_analysis"),
          given.containsKey("nue_max_num_vls")
              ? number("nue_max_num_vls")
              : LaneOptions.DEFAULTS.nueVls(),
          flag("nue_include_switches"),
          flag("nue_metis"));
    }

    /** Code 1 is VL 0 alone, then twice as many each; of the last 16 one is not for data. */
    private int dataVls() {
      GivenOption option = given.get("max_op_vls");
      if (option == null) {
        return LaneOptions.DATA_VLS_MAX;
      }
      int code = Integer.parseInt(option.value());
      if (code < 1 || code > MAX_OP_VLS_MAX) {
        throw new OptionException(
            option,
            "takes 1 to %d, for 1, 2, 4, 8 or 15 data VLs, not %d".formatted(MAX_OP_VLS_MAX, code));
      }
      return Math.min(1 << (code - 1), LaneOptions.DATA_VLS_MAX);
    }

    private Optional<TorusConf> torusConf(boolean isEngine) {
      String name = "torus_config";
      OpensmOption option = OpensmOptions.named(name).orElseThrow();
      String standard = option.standard();
      if (isEngine && !given.containsKey(name) && !OptionFile.isNone(option, standard)) {
        given.put(name, new GivenOption(name, standard, "OpenSM's default", 0));
        OptionFile.note(option, standard).ifPresent(notes::add);
      }
      return read(name, TorusConf::read);
    }

    private boolean flag(String name) {
      return given.containsKey(name);
    }

    /** 32 bits: a seed may need the sign, too. */
    private int number(String name) {
      return given.containsKey(name) ? (int) Long.parseLong(given.get(name).value()) : 0;
    }

    /** As often as a GUID is listed, it counts once. */
    private Optional<List<Long>> guids(String name) {
      return lines(name, Form.GUID)
          .map(
              lines ->
                  List.copyOf(
                      lines.stream()
                          .map(Line::guid)
                          .collect(Collectors.toCollection(LinkedHashSet::new))));
    }

    private Map<Long, Long> ids() {
      Map<Long, Long> ids = new LinkedHashMap<>();
      for (Line line : lines("ids_guid_file", Form.GUID_AND_ID).orElse(List.of())) {
        ids.put(line.guid(), line.numbers().getFirst());
      }
      return ids;
    }

    private Set<GuidPort> ignoredPorts() {
      Set<GuidPort> ports = new HashSet<>();
      for (Line line : lines("port_prof_ignore_file", Form.SWITCH_AND_PORT).orElse(List.of())) {
        ports.add(port(line));
      }
      return ports;
    }

    private Map<GuidPort, Integer> hopWeights() {
      Map<GuidPort, Integer> weights = new LinkedHashMap<>();
      for (Line line : lines("hop_weights_file", Form.SWITCH_PORT_AND_WEIGHT).orElse(List.of())) {
        weights.put(port(line), line.numbers().get(1).intValue());
      }
      return weights;
    }

    /** Of several lines of a switch the first one counts. */
    private Map<Long, List<Integer>> portOrder() {
      Map<Long, List<Integer>> order = new LinkedHashMap<>();
      for (Line line :
          lines("port_search_ordering_file", Form.SWITCH_AND_PORTS).orElse(List.of())) {
        order.putIfAbsent(line.guid(), line.numbers().stream().map(Long::intValue).toList());
      }
      return order;
    }

    private static GuidPort port(Line line) {
      return new GuidPort(line.guid(), line.numbers().getFirst().intValue());
    }

    private Optional<List<Line>> lines(String name, Form form) {
      return read(
          name,
          file -> {
            GuidFile read = GuidFileReader.read(file, form);
            warnings.addAll(read.warnings());
            return read.lines();
          });
    }

    /** What a file says whose name is the option's value; nothing where none is given. */
    private <T> Optional<T> read(String name, OptionFile.Reader<T> reader) {
      return Optional.ofNullable(given.get(name))
          .flatMap(option -> OptionFile.read(option, reader));
    }
  }
}
