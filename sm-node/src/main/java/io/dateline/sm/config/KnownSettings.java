package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The keys below {@code dateline}: those that a module's {@code reference.conf} sets. Any other one
 * is a mistake, which would silently leave the default in force. So is one beside {@code dateline}
 * that no library has, unless something refers to it.
 */
final class KnownSettings {
  private static final String ROOT = "dateline";

  /** Blocks of Akka, which knows more keys of a dispatcher than are set here. */
  private static final String AKKA_BLOCK = "-dispatcher";

  private static final int DISTANCE_MAX = 3;

  private KnownSettings() {}

  /**
   * Looks at one layer of settings.
   *
   * @throws ConfigException that says where, if it sets an unknown key
   */
  static void check(Config operator) {
    ConfigObject known = ConfigFactory.defaultReference().root();
    for (Map.Entry<String, ConfigValue> entry : operator.root().entrySet()) {
      String name = entry.getKey();
      if (!known.containsKey(name) && !isReferredTo(name, operator)) {
        throw new ConfigException.BadValue(
            entry.getValue().origin(), name, "there is no such setting" + place(name, known));
      }
    }
    if (operator.root().get(ROOT) instanceof ConfigObject given) {
      check(ROOT, given, (ConfigObject) known.get(ROOT));
    }
  }

  /** Whether it is a name for something that {@code ${name}} takes up elsewhere. */
  private static boolean isReferredTo(String name, Config operator) {
    return Pattern.compile("\\$\\{\\??\"?" + Pattern.quote(name) + "[\".}]")
        .matcher(operator.root().render(ConfigRenderOptions.concise()))
        .find();
  }

  /** Where it may have been meant to be. */
  private static String place(String name, ConfigObject known) {
    ConfigObject ours = (ConfigObject) known.get(ROOT);
    if (ours.containsKey(name)) {
      return "; did you mean %s.%s?".formatted(ROOT, name);
    }
    for (Map.Entry<String, ConfigValue> block : ours.entrySet()) {
      if (block.getValue() instanceof ConfigObject inner && inner.containsKey(name)) {
        return "; did you mean %s.%s.%s?".formatted(ROOT, block.getKey(), name);
      }
    }
    return hint("", name, known);
  }

  private static void check(String block, ConfigObject given, ConfigObject known) {
    for (Map.Entry<String, ConfigValue> entry : given.entrySet()) {
      String name = entry.getKey();
      String key = block + "." + ConfigUtil.joinPath(name);
      ConfigValue expected = known.get(name);
      if (expected == null) {
        throw new ConfigException.BadValue(
            entry.getValue().origin(),
            key,
            "there is no such setting" + hint(block + ".", name, known));
      }
      boolean isClosed =
          expected.valueType() == ConfigValueType.OBJECT && !name.endsWith(AKKA_BLOCK);
      // A list may be written as an object whose keys are numbers; reading it tells whether it is
      // one.
      if (isClosed && entry.getValue() instanceof ConfigObject inner) {
        check(key, inner, (ConfigObject) expected);
      }
    }
  }

  private static String hint(String prefix, String name, ConfigObject known) {
    return known.keySet().stream()
        .filter(other -> distance(name, other) <= DISTANCE_MAX)
        .min(
            Comparator.comparingInt((String other) -> distance(name, other))
                .thenComparing(Comparator.naturalOrder()))
        .map(near -> "; did you mean " + prefix + near + "?")
        .orElse("");
  }

  /** Characters to insert, remove or replace to make one text of the other, by rows. */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] here = new int[to.length() + 1];
      here[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
        here[column] =
            Math.min(above[column - 1] + replaced, 1 + Math.min(above[column], here[column - 1]));
      }
      above = here;
    }
    return above[to.length()];
  }
}
