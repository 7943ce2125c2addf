package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;

/**
 * A partition file whose partitions have SLs, and for two seeds of three a QoS policy: groups of
 * ports by GUID, name, kind, P_Key and partition, levels, rules and simple rules.
 */
final class RandomPolicyFile {
  /** P_Keys of partitions that files define, without the bit of full members. */
  static final List<Integer> KEYS = List.of(0x7FFF, 0x0001, 0x0010, 0x0777);

  /** Service IDs that rules are about, and one that none is. */
  static final List<Long> SERVICES = List.of(0x10_0001L, 0x100_0CBCL, 0x106_48CAL, 0x5000L, 0x9L);

  private static final List<String> NAMES = List.of("Default", "Red", "Blue", "Green");
  private static final List<String> GROUPS = List.of("first", "second", "third");
  private static final List<String> LEVELS = List.of("DEFAULT", "Bulk", "Fast");
  private static final int[] RATES = {2, 3, 4, 6, 7};

  private final SplittableRandom random;
  private final Fabric fabric;
  private final int[] adapters;

  private RandomPolicyFile(long seed, Fabric fabric) {
    random = new SplittableRandom(seed);
    this.fabric = fabric;
    adapters = OpenSmSubnet.adapters(fabric);
  }

  /** Every port is a full member of the default partition, and some are members of others. */
  static String partitions(long seed, Fabric fabric) {
    return new RandomPolicyFile(~seed, fabric).writePartitions();
  }

  /** Whether a seed has a policy. */
  static boolean hasPolicy(long seed) {
    return seed % 3 != 0;
  }

  static String policy(long seed, Fabric fabric) {
    return new RandomPolicyFile(seed, fabric).writePolicy();
  }

  private String writePartitions() {
    StringBuilder text = new StringBuilder();
    text.append("Default=0x7fff,ipoib%s:ALL=full;\n".formatted(sl()));
    for (int i = 1; i < NAMES.size(); i++) {
      text.append("%s=0x%x%s:".formatted(NAMES.get(i), KEYS.get(i), sl()));
      StringJoiner members = new StringJoiner(",");
      for (int port : adapters) {
        if (random.nextInt(2) == 0) {
          members.add("0x%x%s".formatted(fabric.portGuid(port), isOneIn(4) ? "" : "=full"));
        }
      }
      text.append(members.length() == 0 ? "SELF=full" : members).append(";\n");
    }
    return text.toString();
  }

  private String sl() {
    return isOneIn(4) ? "" : ",sl=" + random.nextInt(16);
  }

  private String writePolicy() {
    StringBuilder text = new StringBuilder("port-groups\n");
    GROUPS.forEach(name -> text.append(group(name)));
    text.append("end-port-groups\nqos-levels\n");
    LEVELS.forEach(name -> text.append(level(name)));
    text.append("end-qos-levels\nqos-match-rules\n");
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(rule());
    }
    text.append("end-qos-match-rules\n");
    if (isOneIn(2)) {
      text.append("qos-ulps\n");
      for (int i = random.nextInt(4); i >= 0; i--) {
        text.append("  ").append(simpleRule()).append(" : ").append(random.nextInt(16));
        text.append('\n');
      }
      text.append("  default : ").append(random.nextInt(16)).append("\nend-qos-ulps\n");
    }
    return text.toString();
  }

  private String group(String name) {
    StringBuilder text = new StringBuilder("  port-group\n    name: " + name + "\n");
    switch (random.nextInt(5)) {
      case 0 -> text.append("    port-guid: ").append(guids()).append('\n');
      case 1 -> text.append("    port-name: %s/P1, nobody/P2\n".formatted(description()));
      case 2 ->
          text.append("    node-type: ")
              .append(any(List.of("CA", "ROUTER", "SELF", "ALL", "SWITCH, SELF")))
              .append('\n');
      case 3 -> text.append("    pkey: 0x%x\n".formatted(any(KEYS)));
      default ->
          text.append("    partition: ")
              .append(any(NAMES))
              .append(", ")
              .append(any(NAMES))
              .append('\n');
    }
    return text.append("  end-port-group\n").toString();
  }

  private String description() {
    return fabric.description(fabric.nodeOf(adapters[random.nextInt(adapters.length)]));
  }

  private String guids() {
    long first = guid();
    long second = guid();
    return isOneIn(2)
        ? "0x%x, 0x%x".formatted(first, second)
        : "0x%x-0x%x".formatted(Math.min(first, second), Math.max(first, second));
  }

  private long guid() {
    return fabric.portGuid(adapters[random.nextInt(adapters.length)]);
  }

  private String level(String name) {
    StringBuilder text = new StringBuilder("  qos-level\n    name: " + name + "\n");
    text.append("    sl: ").append(random.nextInt(16)).append('\n');
    if (isOneIn(3)) {
      text.append("    mtu-limit: ").append(1 + random.nextInt(5)).append('\n');
    }
    if (isOneIn(3)) {
      text.append("    rate-limit: ").append(RATES[random.nextInt(RATES.length)]).append('\n');
    }
    if (isOneIn(3)) {
      text.append("    packet-life: ").append(random.nextInt(20)).append('\n');
    }
    if (isOneIn(4)) {
      text.append("    pkey: 0x%x, 0x1-0x%x\n".formatted(any(KEYS), 1 + random.nextInt(0x800)));
    }
    return text.append("  end-qos-level\n").toString();
  }

  private String rule() {
    List<String> criteria = new ArrayList<>();
    if (isOneIn(2)) {
      criteria.add("source: " + any(GROUPS) + (isOneIn(3) ? ", " + any(GROUPS) : ""));
    }
    if (isOneIn(2)) {
      criteria.add("destination: " + any(GROUPS));
    }
    if (isOneIn(3)) {
      criteria.add("qos-class: " + random.nextInt(4) + "-" + (4 + random.nextInt(4)));
    }
    if (isOneIn(3)) {
      criteria.add("service-id: 0x%x, 0x4000-0x6000".formatted(any(SERVICES)));
    }
    if (isOneIn(3) || criteria.isEmpty()) {
      criteria.add("pkey: 0x%x".formatted(any(KEYS)));
    }
    return "  qos-match-rule\n    %s\n    qos-level-name: %s\n  end-qos-match-rule\n"
        .formatted(String.join("\n    ", criteria), any(LEVELS));
  }

  private String simpleRule() {
    return switch (random.nextInt(7)) {
      case 0 -> "sdp";
      case 1 -> "rds";
      case 2 -> "iser";
      case 3 -> "any, service-id 0x%x".formatted(any(SERVICES));
      case 4 -> "any, pkey 0x%x".formatted(any(KEYS));
      case 5 -> "any, target-port-guid " + guids();
      default -> "any, source-port-guid " + guids();
    };
  }

  private boolean isOneIn(int count) {
    return random.nextInt(count) == 0;
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
