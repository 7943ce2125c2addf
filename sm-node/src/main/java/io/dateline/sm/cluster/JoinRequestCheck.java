package io.dateline.sm.cluster;

import akka.cluster.ConfigValidation;
import akka.cluster.Invalid;
import akka.cluster.JoinConfigCompatCheckCluster;
import akka.cluster.JoinConfigCompatChecker;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Akka's comparison of the settings of a node that asks to join with the cluster's, for requests
 * that are well formed. Akka's own fails at one that lacks its first setting, and a failure there
 * ends the member.
 *
 * <p>A member answers with its own value of every setting that the request has. So a request that
 * has a single value where a member has a whole block is refused: the block may hold passwords,
 * which {@link JoinSecrets} keeps back by their own names only.
 */
public final class JoinRequestCheck extends JoinConfigCompatChecker {
  private static final String DOWNING = "akka.cluster.downing-provider-class";

  private final JoinConfigCompatCheckCluster akka = new JoinConfigCompatCheckCluster();

  /** The constructor that Akka looks for. */
  public JoinRequestCheck() {}

  @Override
  public Seq<String> requiredKeys() {
    return akka.requiredKeys();
  }

  @Override
  public ConfigValidation check(Config theirs, Config own) {
    List<String> refused = new ArrayList<>();
    if (!isText(theirs, DOWNING)) {
      refused.add(DOWNING + " is missing, or no text");
    }
    for (Map.Entry<String, ConfigValue> setting : theirs.entrySet()) {
      if (isBlock(own, setting.getKey())) {
        refused.add(setting.getKey() + " is a block");
      }
    }
    return refused.isEmpty()
        ? akka.check(theirs, own)
        : new Invalid(CollectionConverters.asScala(refused).toSeq());
  }

  /** A list may be written like one, with its elements' numbers, as on a command line. */
  private static boolean isBlock(Config config, String key) {
    return config.hasPath(key)
        && config.getValue(key).valueType() == ConfigValueType.OBJECT
        && !isList(config, key);
  }

  private static boolean isText(Config config, String key) {
    try {
      config.getString(key);
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }

  private static boolean isList(Config config, String key) {
    try {
      config.getStringList(key);
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }
}
