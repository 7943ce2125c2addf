package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.options.EngineList;
import io.dateline.sm.options.EngineOptions;
import io.dateline.sm.options.EngineUse;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which engines route the subnet, and how.
 *
 * @param engines in the order in which they are tried
 * @param options of all engines
 * @param usesUnicastCache {@code use_ucast_cache}: no engine is asked where tables of before can go
 *     on
 * @param warnings about files of options, for the operator
 * @param notes of files that were read though nobody named them
 */
public record RoutingSettings(
    EngineList engines,
    EngineOptions options,
    boolean usesUnicastCache,
    List<String> warnings,
    List<String> notes) {
  private static final String ENGINES = "dateline.subnet.routing_engine";
  private static final String CHAIN = "dateline.subnet.rch_policy_file";
  private static final String LMC = "dateline.subnet.lmc";
  private static final String UNICAST_CACHE = "dateline.subnet.use_ucast_cache";

  public RoutingSettings {
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
  }

  static RoutingSettings of(Config config) {
    EngineList engines = engines(config);
    EngineOptions options = options(config, engines);
    List<String> warnings = new ArrayList<>(OpensmLayer.read(config).warnings());
    warnings.addAll(options.warnings());
    return new RoutingSettings(
        engines, options, config.getBoolean(UNICAST_CACHE), warnings, options.notes());
  }

  /** These with warnings about one more file. */
  RoutingSettings and(List<String> others) {
    List<String> all = new ArrayList<>(warnings);
    all.addAll(others);
    return new RoutingSettings(engines, options, usesUnicastCache, all, notes);
  }

  /** These with notes of files that are not of routing. */
  RoutingSettings noting(List<String> others) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(others);
    return new RoutingSettings(engines, options, usesUnicastCache, warnings, all);
  }

  private static EngineList engines(Config config) {
    List<String> words =
        isChainAlone(config) ? List.of(EngineList.CHAIN) : config.getStringList(ENGINES);
    try {
      return EngineList.parse(words, name -> Engines.named(name).isPresent(), Engines.names());
    } catch (IllegalArgumentException e) {
      throw new ConfigException.BadValue(
          config.getValue(ENGINES).origin(), ENGINES, e.getMessage(), e);
    }
  }

  /** Whether there is a chain, and routing_engine is not given. */
  private static boolean isChainAlone(Config config) {
    ConfigValue standard = ConfigFactory.defaultReference().getValue(ENGINES);
    return !config.getString(CHAIN).isEmpty()
        && config.getValue(ENGINES).origin().equals(standard.origin());
  }

  private static EngineOptions options(Config config, EngineList engines) {
    List<GivenOption> given = new ArrayList<>();
    for (OpensmOption option : OpensmOptions.all()) {
      if (option.isForEngines()) {
        String key = option.setting().orElseThrow();
        given.add(
            new GivenOption(
                option.name(),
                config.getString(key),
                config.getValue(key).origin().description(),
                0));
      }
    }
    try {
      return EngineOptions.read(given, EngineUse.of(engines, config.getInt(LMC)));
    } catch (OptionException e) {
      GivenOption blamed = e.given().orElseThrow(() -> e);
      throw UnusableOption.of(config, OpensmOptions.named(blamed.name()).orElseThrow(), e);
    }
  }
}
