package io.dateline.sm.cluster;

import akka.cluster.ConfigValidation;
import akka.cluster.Invalid;
import akka.cluster.JoinConfigCompatChecker;
import akka.cluster.Valid$;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.dateline.fabric.Guid;
import io.dateline.sm.qos.QosPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Compares the settings of a node that joins with those of the cluster, on both sides. What tells
 * which subnet this is, and where its journal is, has to be the same: a node that differs is
 * refused. What else all nodes should agree on may differ for a while, for it is changed on one
 * node after the other; a warning says what will change with the next master. What one side does
 * not know, being of another version, is passed over.
 *
 * <p>Akka makes it by its name. Names of files are not compared, they may be elsewhere on each
 * host. What is in them is, by engines where it is for them, and here for the policy of quality of
 * service, which only a master reads.
 */
public final class SettingsAgreement extends JoinConfigCompatChecker {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsAgreement.class);

  private static final String SUBNET = "dateline.subnet";
  private static final String PREFIX = SUBNET + ".subnet_prefix";
  private static final String NODES = "dateline.cluster.nodes";
  private static final Set<String> REFUSED = Set.of(PREFIX, "dateline.persistence.backend");
  private static final String POLICY = "dateline.content.qos_policy_file";

  /** A member does not tell what they are; whether they differ is known by {@link KeyDigests}. */
  static final Set<String> SECRET = Set.of(SUBNET + ".sm_key", SUBNET + ".sa_key");

  private static final Map<String, String> DIGESTS =
      Map.of(KeyDigests.SM_KEY, SUBNET + ".sm_key", KeyDigests.SA_KEY, SUBNET + ".sa_key");

  /**
   * A sensitive path, which Akka takes away before a member compares, and not before a joining node
   * does: it leaves the refusal to that one, for only there it names the settings to its operator.
   */
  private static final String NEVER_AT_A_MEMBER = "dateline.persistence.h2.password";

  /** A node asks more than once while it joins. */
  private static final Duration ONE_JOIN = Duration.ofSeconds(10);

  private final Set<String> keys = new TreeSet<>(REFUSED);
  private final LongSupplier nanos;
  private final Map<String, Long> toldNs = new HashMap<>(); // by sentence; guarded by itself

  /** The constructor that Akka looks for. */
  public SettingsAgreement() {
    this(System::nanoTime);
  }

  SettingsAgreement(LongSupplier nanos) {
    this.nanos = nanos;
    keys.add(NODES);
    keys.add(POLICY);
    keys.addAll(DIGESTS.keySet());
    for (String name : ConfigFactory.defaultReference().getObject(SUBNET).keySet()) {
      boolean isFile =
          name.endsWith("_file")
              || name.equals("opensm_conf")
              || name.equals("torus_config")
              || name.equals("dump_files_dir");
      if (!isFile && !SECRET.contains(SUBNET + "." + name)) {
        keys.add(SUBNET + "." + name);
      }
    }
  }

  /** The settings of a node, with what is to be compared of its policy. */
  public static Config withPolicy(Config config, Optional<QosPolicy> policy) {
    return config.withValue(
        POLICY,
        ConfigValueFactory.fromAnyRef(policy.map(QosPolicy::digest).orElse("none"), "read"));
  }

  @Override
  public Seq<String> requiredKeys() {
    return CollectionConverters.asScala(List.copyOf(keys)).toSeq();
  }

  @Override
  public ConfigValidation check(Config theirs, Config own) {
    boolean isJoining = own.hasPath(NEVER_AT_A_MEMBER);
    List<String> refused = new ArrayList<>();
    for (String key : keys) {
      Optional<String> difference = difference(key, theirs, own);
      if (difference.isEmpty()) {
        continue;
      }
      if (isJoining && REFUSED.contains(key)) {
        refused.add(difference.get());
      } else {
        warn(
            "%s: %s"
                .formatted(
                    isJoining
                        ? "The cluster has another setting"
                        : "A node with another setting would join",
                    difference.get()));
      }
    }
    return refused.isEmpty()
        ? Valid$.MODULE$
        : new Invalid(CollectionConverters.asScala(refused).toSeq());
  }

  private void warn(String sentence) {
    synchronized (toldNs) {
      long now = nanos.getAsLong();
      toldNs.values().removeIf(told -> now - told >= ONE_JOIN.toNanos());
      if (toldNs.putIfAbsent(sentence, now) == null) {
        LOG.warn("{}", sentence);
      }
    }
  }

  /**
   * In what way a setting differs between two nodes; a secret, and what a file says, is not told.
   */
  static Optional<String> difference(String key, Config theirs, Config own) {
    if (!theirs.hasPath(key) || !own.hasPath(key)) {
      return Optional.empty();
    }
    if (text(theirs, key).equals(text(own, key))) {
      return Optional.empty();
    }
    if (DIGESTS.containsKey(key)) {
      return Optional.of(DIGESTS.get(key) + " differs");
    }
    if (key.equals(POLICY)) {
      return Optional.of("what qos_policy_file says differs");
    }
    return Optional.of(
        "%s is %s here and %s there".formatted(key, written(own, key), written(theirs, key)));
  }

  /** As it was set. */
  private static String written(Config config, String key) {
    ConfigValue value = config.getValue(key);
    return value.unwrapped() instanceof String word
        ? word
        : value.render(ConfigRenderOptions.concise());
  }

  /** One value is written in several ways. What another node sends may be of any type. */
  private static String text(Config config, String key) {
    ConfigValue value = config.getValue(key);
    try {
      return switch (value.valueType()) {
        case LIST, OBJECT -> list(config, key);
        default -> number(config.getString(key));
      };
    } catch (ConfigException.WrongType e) {
      return value.render(ConfigRenderOptions.concise());
    }
  }

  private static String list(Config config, String key) {
    List<String> values = config.getStringList(key);
    return (key.equals(NODES) ? values.stream().sorted().toList() : values).toString();
  }

  private static String number(String text) {
    try {
      return "0x" + Long.toHexString(Guid.parse(text));
    } catch (NumberFormatException e) {
      return text;
    }
  }
}
