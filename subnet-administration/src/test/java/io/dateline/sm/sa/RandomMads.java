package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.SaHeader;
import java.util.Random;

/** Random bytes that were taught some manners, so that not all of them fail at the first check. */
public final class RandomMads {
  private static final int[] ATTRIBUTES = {
    AttributeId.CLASS_PORT_INFO,
    AttributeId.NODE_RECORD,
    AttributeId.PORT_INFO_RECORD,
    AttributeId.SL_TO_VL_MAPPING_TABLE_RECORD,
    AttributeId.SWITCH_INFO_RECORD,
    AttributeId.LINEAR_FORWARDING_TABLE_RECORD,
    AttributeId.MULTICAST_FORWARDING_TABLE_RECORD,
    AttributeId.SM_INFO_RECORD,
    AttributeId.LINK_RECORD,
    AttributeId.GUID_INFO_RECORD,
    AttributeId.P_KEY_TABLE_RECORD,
    AttributeId.PATH_RECORD,
    AttributeId.VL_ARBITRATION_TABLE_RECORD,
    AttributeId.MC_MEMBER_RECORD,
    AttributeId.MULTI_PATH_RECORD
  };

  private RandomMads() {}

  public static Mad next(Random random) {
    byte[] bytes = new byte[Mad.BYTES];
    random.nextBytes(bytes);
    Mad mad = Mad.wrap(bytes);
    if (random.nextInt(20) == 0) {
      return mad;
    }
    mad.u8(0, 1).u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2);
    if (random.nextInt(20) != 0) {
      mad.method(random.nextBoolean() ? Mad.GET : Mad.GET_TABLE);
    }
    if (random.nextInt(20) != 0) {
      mad.u16(16, ATTRIBUTES[random.nextInt(ATTRIBUTES.length)]);
    }
    SaHeader header = SaHeader.of(mad);
    if (random.nextInt(8) != 0) {
      header.rmppFlags(0);
    }
    if (random.nextInt(8) != 0) {
      header.smKey(random.nextInt(2));
    }
    if (random.nextInt(8) != 0) { // few components, and small LIDs and numbers, so that some match
      int spread = random.nextInt(1, 64);
      header.componentMask(1L << random.nextInt(64) | 1L << random.nextInt(spread));
    }
    if (random.nextBoolean()) {
      for (int at = Mad.SA_DATA; at < Mad.BYTES; at++) {
        bytes[at] = (byte) (random.nextInt(3) == 0 ? random.nextInt(10) : 0);
      }
    }
    return mad;
  }
}
