package io.dateline.sm.qos;

import io.dateline.fabric.format.LineException;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mtu;
import java.util.List;

/** A {@code qos-level}. */
final class LevelBlock extends Entries {
  static final String NAME = "qos-level";

  static final int SL_MAX = 15;
  private static final int PACKET_LIFE_MAX = 63;
  private static final int PATH_BITS_MAX = 127;

  private final PolicyDraft draft;
  private String name = "";
  private int sl;
  private int mtuLimit = QosLevel.NOT_GIVEN;
  private int rateLimit = QosLevel.NOT_GIVEN;
  private int packetLife = QosLevel.NOT_GIVEN;
  private NumberRanges pKeys = NumberRanges.NONE;

  LevelBlock(PolicyDraft draft) {
    super(
        NAME,
        List.of("name", USE, "sl", "mtu-limit", "rate-limit", "packet-life"),
        List.of("path-bits", "pkey"));
    this.draft = draft;
  }

  @Override
  void take(String keyword, String value, int lineNumber) throws LineException {
    switch (keyword) {
      case "name" -> name = PolicyText.text(value);
      case "sl" -> sl = PolicyText.number(value, "SL", 0, SL_MAX);
      case "mtu-limit" ->
          mtuLimit = PolicyText.number(value, "MTU code", Mtu.MTU_256, Mtu.MTU_4096);
      case "rate-limit" ->
          rateLimit = PolicyText.number(value, "rate code", LinkRate.MIN_CODE, LinkRate.MAX_CODE);
      case "packet-life" ->
          packetLife = PolicyText.number(value, "packet life code", 0, PACKET_LIFE_MAX);
      case "path-bits" -> {
        PolicyText.ranges(value, "path bits", PATH_BITS_MAX);
        draft.warn(lineNumber, "path-bits have no effect, as with OpenSM");
      }
      case "pkey" -> pKeys = pKeys.and(PolicyText.pKeys(value));
      default -> {} // what it is for
    }
  }

  @Override
  public void end() throws LineException {
    require("name");
    if (!name.isEmpty()) {
      draft.add(new QosLevel(name, sl, mtuLimit, rateLimit, packetLife, pKeys));
    }
    require("sl");
  }
}
