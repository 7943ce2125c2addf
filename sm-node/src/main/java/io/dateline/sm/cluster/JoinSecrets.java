package io.dateline.sm.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a member tells of its settings to a node that asks to join: those that {@link
 * SettingsAgreement} and Akka compare, and no other. Akka answers with any setting that the node
 * names, unless it is sensitive; so all others are.
 */
public final class JoinSecrets {
  private static final String SENSITIVE =
      "akka.cluster.configuration-compatibility-check.sensitive-config-paths.dateline";
  private static final Set<String> AKKA = Set.of("cluster", "version");
  private static final Set<String> DATELINE = Set.of("subnet", "cluster", "content", "persistence");

  private JoinSecrets() {}

  /** The settings of an actor system, with those marked that it keeps to itself. */
  public static Config keep(Config config) {
    List<String> secret = new ArrayList<>(SettingsAgreement.SECRET);
    addAll(config, "", name -> !name.equals("akka") && !name.equals("dateline"), secret);
    addAll(config, "akka", name -> !AKKA.contains(name), secret);
    addAll(config, "dateline", name -> !DATELINE.contains(name), secret);
    addAll(config, "dateline.persistence", name -> !name.equals("backend"), secret);
    return config.withValue(SENSITIVE, ConfigValueFactory.fromIterable(secret, "secrets"));
  }

  private static void addAll(
      Config config, String block, Predicate<String> isSecret, List<String> secret) {
    String prefix = block.isEmpty() ? "" : block + ".";
    (block.isEmpty() ? config.root() : config.getObject(block))
        .keySet().stream()
            .filter(isSecret)
            .sorted()
            .forEach(name -> secret.add(prefix + ConfigUtil.joinPath(name)));
  }
}
