package io.dateline.sm.options;

import io.dateline.fabric.format.LineScanner;
import io.dateline.fabric.format.ReadableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a file says that {@code opensm -c} has written and a user has edited:
 *
 * <pre>
 * # The LMC value used on this subnet
 * lmc 1
 * routing_engine ftree,updn,no_fallback
 * root_guid_file (null)
 * </pre>
 *
 * <p>Options that have OpenSM's own default say nothing: the file has all of them, and Dateline's
 * default may be another one. Unlike OpenSM, which goes on with what it understands, this reads all
 * of a file or nothing: unknown options, values that are none, and an option that has two values
 * are errors.
 *
 * @param given those options with other values than OpenSM's default that Dateline acts on, in the
 *     file's order, with their values canonical
 * @param warnings a sentence {@code file:line: ...} for each option with another value that
 *     Dateline does not act on
 */
public record OpensmConf(List<GivenOption> given, List<String> warnings) {
  /** Where there is no file. */
  public static final OpensmConf NONE = new OpensmConf(List.of(), List.of());

  private static final int PROBLEMS_MAX = 50;

  /** By option: what is there instead. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          "reassign_lids",
          "; LIDs that were given stand, and `dateline sweep --reassign-lids` gives them anew once");

  public OpensmConf {
    given = List.copyOf(given);
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads a file.
   *
   * @throws OptionException that names every line with something wrong, up to a bound, or says why
   *     the file cannot be read
   */
  public static OpensmConf read(Path file) {
    return parse(file.toString(), text(file));
  }

  private static String text(Path file) {
    ReadableFile.problem("opensm.conf", file)
        .ifPresent(
            sentence -> {
              throw new OptionException(List.of(sentence));
            });
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new OptionException(List.of("%s cannot be read: %s".formatted(file, e.getMessage())));
    }
  }

  /**
   * Reads a file that stands beside a main one: there also an option that has OpenSM's own default
   * says something.
   *
   * @return all that it says, in its order, with values canonical
   * @throws OptionException as {@link #read}
   */
  static List<GivenOption> readAll(Path file) {
    Parser parser = new Parser(file.toString());
    LineScanner.withoutMark(text(file)).lines().forEach(parser::parse);
    return parser.all();
  }

  /** What is given of an option, by OpenSM's name. */
  public Optional<GivenOption> option(String name) {
    return given.stream().filter(option -> option.name().equals(name)).findFirst();
  }

  static OpensmConf parse(String source, String text) {
    Parser parser = new Parser(source);
    LineScanner.withoutMark(text).lines().forEach(parser::parse);
    return parser.result();
  }

  private static final class Parser {
    private final String source;
    private final Map<String, GivenOption> seen = new LinkedHashMap<>(); // values canonical
    private final List<String> problems = new ArrayList<>();
    private int line;

    Parser(String source) {
      this.source = source;
    }

    void parse(String text) {
      line++;
      int comment = text.indexOf('#');
      String[] parts = (comment < 0 ? text : text.substring(0, comment)).strip().split("[ \t]+", 2);
      if (!parts[0].isEmpty()) {
        take(parts[0], parts.length == 1 ? "" : withoutQuotes(parts[1].strip()));
      }
    }

    private static String withoutQuotes(String value) {
      int end = value.length() - 1;
      boolean isQuoted =
          end > 0
              && value.charAt(0) == value.charAt(end)
              && (value.charAt(0) == '"' || value.charAt(0) == '\'');
      return isQuoted ? value.substring(1, end) : value;
    }

    private void take(String name, String value) {
      OpensmOption option = OpensmOptions.named(name).orElse(null);
      if (option == null) {
        problem("there is no option '%s'".formatted(OpensmOption.toldName(name)));
        return;
      }
      String canonical;
      try {
        canonical = option.canonical(value);
      } catch (IllegalArgumentException e) {
        problem(name + " " + e.getMessage());
        return;
      }
      if (option.kind() == OptionKind.FLAG && !canonical.equals(value)) {
        problem("%s takes TRUE or FALSE; OpenSM takes '%s' for FALSE".formatted(name, value));
        return;
      }
      note(option, new GivenOption(option.name(), canonical, source, line));
    }

    private void note(OpensmOption option, GivenOption given) {
      // An option for each SL is as many options.
      boolean isBySl = option.kind() == OptionKind.SL;
      String key = isBySl ? given.name() + " " + slOf(given) : given.name();
      GivenOption before = seen.putIfAbsent(key, given);
      if (before != null && !before.value().equals(given.value())) {
        problem(
            "%s is '%s' here and '%s' in line %d"
                .formatted(
                    given.name(),
                    option.told(given.value()),
                    option.told(before.value()),
                    before.line()));
      }
    }

    private static String slOf(GivenOption given) {
      return given.value().substring(0, given.value().indexOf(' '));
    }

    private static String valueOf(OpensmOption option, GivenOption given) {
      return option.kind() == OptionKind.SL
          ? given.value().substring(given.value().indexOf(' ') + 1)
          : given.value();
    }

    private void problem(String sentence) {
      if (problems.size() < PROBLEMS_MAX) {
        problems.add("%s:%d: %s".formatted(source, line, sentence));
      }
    }

    List<GivenOption> all() {
      if (!problems.isEmpty()) {
        throw new OptionException(problems);
      }
      return List.copyOf(seen.values());
    }

    OpensmConf result() {
      List<GivenOption> given = new ArrayList<>();
      List<String> warnings = new ArrayList<>();
      for (GivenOption each : all()) {
        OpensmOption option = OpensmOptions.named(each.name()).orElseThrow();
        String value = valueOf(option, each);
        if (option.isStandard(value)) {
          continue;
        }
        if (option.setting().isPresent()) {
          given.add(each);
        } else {
          warnings.add(
              "%s: Dateline does not act on %s, which is %s%s"
                  .formatted(
                      each.place(),
                      each.name(),
                      option.isSecret()
                          ? "set"
                          : "'%s' and not '%s'"
                              .formatted(option.told(value), option.told(option.standard())),
                      INSTEAD.getOrDefault(each.name(), "")));
        }
      }
      return new OpensmConf(given, warnings);
    }
  }
}
