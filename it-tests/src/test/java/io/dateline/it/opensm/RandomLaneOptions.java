package io.dateline.it.opensm;

import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;

/**
 * Options of lanes from a seed, as a file of opensm has them; one file in five has a value that is
 * none.
 */
final class RandomLaneOptions {
  private static final List<String> KINDS =
      List.of("qos", "qos_ca", "qos_sw0", "qos_swe", "qos_rtr");
  private static final List<String> LIMITS = List.of("-1", "0", "1", "7", "0x10", "255");
  private static final List<String> WEIGHTS = List.of("0", "1", "4", "0x20", "64", "255");
  private static final List<String> BROKEN =
      List.of(
          "qos_vlarb_high 0:4,1",
          "qos_vlarb_low 15:4",
          "qos_ca_vlarb_high 0:256",
          "qos_swe_vlarb_low 0:4,x:2",
          "qos_vlarb_low 0:4,,1:2",
          "qos_swe_sl2vl 0,1,2,3",
          "qos_sl2vl 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0",
          "qos_ca_sl2vl 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,16",
          "qos_rtr_sl2vl 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,none",
          "qos_high_limit 256",
          "qos_ca_high_limit -2",
          "qos_swe_max_vls 16");
  private static final int ENTRIES_MAX = 20; // ibsim's ports have 8

  private final SplittableRandom random;

  private RandomLaneOptions(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Whether one has a value that is none. */
  static boolean isBroken(long seed) {
    return seed % 5 == 0;
  }

  static String of(long seed) {
    return new RandomLaneOptions(seed).write(isBroken(seed));
  }

  private String write(boolean isBroken) {
    StringBuilder text = new StringBuilder("qos TRUE\nrouting_engine minhop\n");
    text.append("max_op_vls ").append(1 + random.nextInt(5)).append('\n');
    String broken = isBroken ? BROKEN.get(random.nextInt(BROKEN.size())) : "";
    for (String kind : KINDS) {
      add(text, kind + "_max_vls", String.valueOf(1 + random.nextInt(15)), broken);
      add(text, kind + "_high_limit", any(LIMITS), broken);
      add(text, kind + "_vlarb_high", arbitration(), broken);
      add(text, kind + "_vlarb_low", arbitration(), broken);
      add(text, kind + "_sl2vl", slToVl(), broken);
    }
    return text.append(broken).append('\n').toString();
  }

  private void add(StringBuilder text, String name, String value, String broken) {
    if (random.nextInt(3) == 0 && !broken.startsWith(name + " ")) {
      text.append(name).append(' ').append(value).append('\n');
    }
  }

  private String arbitration() {
    StringJoiner entries = new StringJoiner(",");
    for (int i = random.nextInt(ENTRIES_MAX); i >= 0; i--) {
      entries.add(random.nextInt(15) + ":" + any(WEIGHTS));
    }
    return entries.toString();
  }

  private String slToVl() {
    StringJoiner vls = new StringJoiner(",");
    for (int sl = 0; sl < 16; sl++) {
      vls.add(String.valueOf(random.nextInt(16)));
    }
    return vls.toString();
  }

  private String any(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }
}
