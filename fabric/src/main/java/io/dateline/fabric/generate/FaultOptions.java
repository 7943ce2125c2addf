package io.dateline.fabric.generate;

import java.util.Iterator;
import java.util.List;

/** Faults as command line options: {@code --drop-links 3:1} or {@code --drop-links=3:1}. */
final class FaultOptions {
  private FaultOptions() {}

  /** The faults among some arguments; the other arguments are added to {@code others}. */
  static NetworkFaults take(List<String> arguments, List<String> others) {
    NetworkFaults faults = NetworkFaults.NONE;
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String argument = rest.next();
      if (!argument.startsWith("--")) {
        others.add(argument);
        continue;
      }
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (equals < 0 && !rest.hasNext()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      String value = equals < 0 ? rest.next() : argument.substring(equals + 1);
      faults = with(faults, name, value);
    }
    return faults;
  }

  private static NetworkFaults with(NetworkFaults faults, String name, String value) {
    return switch (name) {
      case "--drop-links" -> faults.dropLinks(count(name, value), seedBehindColon(name, value));
      case "--drop-switches" ->
          faults.dropSwitches(count(name, value), seedBehindColon(name, value));
      case "--shuffle-ports" -> faults.shufflePorts(seed(name, value, value));
      case "--shuffle-guids" -> faults.shuffleGuids(seed(name, value, value));
      default ->
          throw new IllegalArgumentException(
              "unknown option %s; there are --drop-links K:SEED, --drop-switches K:SEED, --shuffle-ports SEED and --shuffle-guids SEED"
                  .formatted(name));
    };
  }

  private static int count(String name, String value) {
    int colon = value.indexOf(':');
    try {
      return Integer.parseUnsignedInt(colon < 0 ? "" : value.substring(0, colon));
    } catch (NumberFormatException wrong) {
      throw new IllegalArgumentException(
          "%s is a count and a seed, K:SEED, not '%s'".formatted(name, value), wrong);
    }
  }

  private static long seedBehindColon(String name, String value) {
    return seed(name, value, value.substring(value.indexOf(':') + 1));
  }

  private static long seed(String name, String value, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException wrong) {
      throw new IllegalArgumentException(
          "the seed of %s is a whole number, not that of '%s'".formatted(name, value), wrong);
    }
  }
}
