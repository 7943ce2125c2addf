package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigOrigin;
import io.dateline.sm.lane.Arbitration;
import io.dateline.sm.lane.PortKindLanes;
import io.dateline.sm.lane.QosSettings;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionException;
import io.dateline.sm.options.OptionFile;
import io.dateline.sm.options.OptionKind;
import io.dateline.sm.qos.PolicyFile;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads {@code qos_*}. Of lanes, what is not said for a kind of port holds as it is said for all,
 * and where that is not said, either, as OpenSM has it built in.
 */
final class QosReader {
  private static final String BLOCK = "dateline.subnet.";
  private static final String ALL = "qos";
  private static final String HIGH_LIMIT = "_high_limit";
  private static final String VLARB_HIGH = "_vlarb_high";
  private static final String VLARB_LOW = "_vlarb_low";
  private static final String SL2VL = "_sl2vl";
  private static final String NO_LIMIT = "-1"; // is not given

  /** VL 0 alone has high priority, all others share what it leaves. */
  private static final String HIGH =
      "0:4,1:0,2:0,3:0,4:0,5:0,6:0,7:0,8:0,9:0,10:0,11:0,12:0,13:0,14:0";

  private static final String LOW =
      "0:0,1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4,10:4,11:4,12:4,13:4,14:4";
  private static final String SL_TO_VL = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7";

  private static final int VLS_MAX = 15;
  private static final int HIGH_LIMIT_MAX = 255;

  private final Config config;

  private QosReader(Config config) {
    this.config = config;
  }

  /**
   * Reads the options.
   *
   * @param enabled whether lanes are programmed at all
   * @throws ConfigException that names the key, if a value is malformed or out of range
   */
  static QosSettings read(Config config, boolean enabled) {
    QosReader reader = new QosReader(config);
    return new QosSettings(
        enabled,
        reader.kind("qos_ca"),
        reader.kind("qos_sw0"),
        reader.kind("qos_swe"),
        reader.kind("qos_rtr"),
        config.getBoolean(BLOCK + "use_optimized_slvl"),
        enabled ? reader.given() : "");
  }

  /**
   * Reads what {@code qos_policy_file} says. Nothing, unless {@code qos} is on; nor where the name
   * is OpenSM's default and there is no such file.
   *
   * @throws ConfigException that names the key, and every line with something wrong
   */
  static Optional<PolicyFile> policy(Config config, boolean enabled) {
    OpensmOption option = OpensmOptions.named("qos_policy_file").orElseThrow();
    String key = option.setting().orElseThrow();
    ConfigOrigin origin = config.getValue(key).origin();
    String name = option.kind().canonical(config.getString(key));
    if (!enabled || OptionFile.isNone(option, name)) {
      return Optional.empty();
    }
    try {
      return OptionFile.read(
          new GivenOption(option.name(), name, origin.description(), 0), PolicyFile::read);
    } catch (OptionException e) {
      throw UnusableOption.of(config, option, e);
    }
  }

  /** A sentence where a policy was asked for that is not read. */
  static List<String> unreadPolicy(Config config, boolean enabled) {
    OpensmOption option = OpensmOptions.named("qos_policy_file").orElseThrow();
    String name = option.kind().canonical(config.getString(option.setting().orElseThrow()));
    return enabled || option.isStandard(name) || name.equals(OptionKind.NOTHING)
        ? List.of()
        : List.of(PolicyFile.notRead(name));
  }

  /** Without {@code _max_vls}, of which nothing but a warning comes. */
  private String given() {
    return Stream.of(ALL, "qos_ca", "qos_sw0", "qos_swe", "qos_rtr")
        .flatMap(kind -> Stream.of(HIGH_LIMIT, VLARB_HIGH, VLARB_LOW, SL2VL).map(kind::concat))
        .filter(name -> isGiven(name) && !config.getString(BLOCK + name).equals(NO_LIMIT))
        .map(name -> name + " " + config.getString(BLOCK + name))
        .collect(Collectors.joining(", "));
  }

  private PortKindLanes kind(String kind) {
    String maxVlsFrom = number(kind, "_max_vls") > 0 ? kind : ALL;
    int highLimit = limit(kind) >= 0 ? limit(kind) : Math.max(0, limit(ALL));
    Optional<String> slToVl = given(kind, SL2VL);
    return new PortKindLanes(
        kind,
        number(maxVlsFrom, "_max_vls"),
        maxVlsFrom + "_max_vls",
        highLimit,
        arbitration(kind, VLARB_HIGH, HIGH),
        arbitration(kind, VLARB_LOW, LOW),
        slToVl
            .map(name -> parse(name, PortKindLanes::slToVl))
            .orElseGet(() -> PortKindLanes.slToVl(SL_TO_VL)),
        slToVl.orElse(""));
  }

  private int number(String kind, String what) {
    return Ranges.inRange(config, BLOCK + kind + what, 0, VLS_MAX);
  }

  private int limit(String kind) {
    return Ranges.inRange(config, BLOCK + kind + HIGH_LIMIT, -1, HIGH_LIMIT_MAX);
  }

  private Arbitration arbitration(String kind, String what, String standard) {
    return given(kind, what)
        .map(name -> parse(name, text -> Arbitration.parse(text, name)))
        .orElseGet(() -> Arbitration.parse(standard, "the default of " + ALL + what));
  }

  /** The name of the option that says it. */
  private Optional<String> given(String kind, String what) {
    return isGiven(kind + what)
        ? Optional.of(kind + what)
        : Optional.of(ALL + what).filter(this::isGiven);
  }

  private boolean isGiven(String name) {
    String text = config.getString(BLOCK + name);
    return !text.isEmpty() && !text.equals(OptionKind.NOTHING);
  }

  private <T> T parse(String name, Function<String, T> parser) {
    String key = BLOCK + name;
    try {
      return parser.apply(config.getString(key));
    } catch (IllegalArgumentException e) {
      throw new ConfigException.BadValue(config.getValue(key).origin(), key, e.getMessage(), e);
    }
  }
}
