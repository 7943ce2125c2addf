package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which settings a running node takes: those of routing and quality of service, those that every
 * heavy sweep tells ports and switches anew, and those that only answers come of. Others are in use
 * by then, as the port into the fabric is, or have been promised to others, as LMC and priority.
 */
final class Reloadable {
  private static final String SUBNET = "dateline.subnet.";

  /** What begins so is about lanes and levels. */
  private static final String QOS = SUBNET + "qos";

  private static final Set<String> KEYS =
      Stream.concat(
              Stream.of(
                      "opensm_conf",
                      "partition_config_file",
                      "partitions",
                      "part_enforce",
                      "no_partition_enforcement",
                      "allow_both_pkeys",
                      "keep_pkey_indexes",
                      "prefix_routes_file",
                      "sa_enhanced_trust_model",
                      "sa_etm_allow_untrusted_guidinfo_rec",
                      "sa_etm_allow_guidinfo_rec_by_vf",
                      "sa_etm_allow_untrusted_proxy_requests",
                      "sa_etm_max_num_mcgs",
                      "sa_etm_max_num_srvcs",
                      "sa_etm_max_num_event_subs",
                      "sa_check_sgid_spoofing",
                      "allowed_sm_guids",
                      "ipoib_mcgroup_creation_validation",
                      "mcgroup_join_validation",
                      "consolidate_ipv6_snm_req",
                      "routing_engine",
                      "use_ucast_cache",
                      "use_optimized_slvl",
                      "sweep_interval",
                      "sweep_on_trap",
                      "m_key_lease_period",
                      "subnet_timeout",
                      "vl_stall_count",
                      "head_of_queue_lifetime",
                      "leaf_head_of_queue_lifetime",
                      "packet_life_time")
                  .map(SUBNET::concat),
              OpensmOptions.all().stream()
                  .filter(OpensmOption::isForEngines)
                  .map(option -> option.setting().orElseThrow()))
          .collect(Collectors.toUnmodifiableSet());

  private Reloadable() {}

  static boolean isReloadable(String key) {
    return KEYS.contains(key) || key.startsWith(QOS);
  }

  /** The settings whose values differ, as an operator calls them. */
  static List<String> differing(Config before, Config now, boolean reloadable) {
    Map<String, ConfigValue> old = values(before);
    Map<String, ConfigValue> read = values(now);
    Set<String> keys = new HashSet<>(old.keySet());
    keys.addAll(read.keySet());
    Set<String> named = new TreeSet<>();
    for (String key : keys) {
      if (isReloadable(key) == reloadable && !isSame(old.get(key), read.get(key))) {
        named.add(key.startsWith(SUBNET) ? key.substring(SUBNET.length()) : key);
      }
    }
    return List.copyOf(named);
  }

  private static Map<String, ConfigValue> values(Config config) {
    return config.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("dateline."))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static boolean isSame(ConfigValue first, ConfigValue second) {
    return first != null && second != null && Objects.equals(first.unwrapped(), second.unwrapped());
  }
}
