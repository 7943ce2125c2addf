package io.dateline.it.security;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.transport.MadPacket;
import java.util.List;
import java.util.Random;

/**
 * Packets that a hostile or broken neighbour might send to a subnet manager's port, from one seed.
 * Some are noise from the first byte on; most are right as far as some check and wrong behind it.
 */
final class Noise {
  private static final int[] METHODS = {
    Mad.GET,
    Mad.SET,
    Mad.SEND,
    Mad.TRAP,
    Mad.REPORT,
    Mad.TRAP_REPRESS,
    Mad.GET_TABLE,
    Mad.GET_TRACE_TABLE,
    Mad.GET_MULTI,
    Mad.DELETE,
    Mad.GET_RESP,
    Mad.REPORT_RESP,
    Mad.GET_TABLE_RESP,
    Mad.GET_MULTI_RESP,
    Mad.DELETE_RESP
  };
  private static final int[] CLASSES = {
    Mad.CLASS_SUBN_LID, Mad.CLASS_SUBN_DIRECTED, Mad.CLASS_SUBN_ADM, 0x04, 0x07, 0x32
  };
  private static final int[] SMP_ATTRIBUTES = {
    AttributeId.NOTICE,
    AttributeId.NODE_DESCRIPTION,
    AttributeId.NODE_INFO,
    AttributeId.SWITCH_INFO,
    AttributeId.GUID_INFO,
    AttributeId.PORT_INFO,
    AttributeId.P_KEY_TABLE,
    AttributeId.LINEAR_FORWARDING_TABLE,
    AttributeId.SM_INFO,
    AttributeId.LED_INFO
  };
  private static final int[] SA_ATTRIBUTES = {
    AttributeId.CLASS_PORT_INFO,
    AttributeId.NOTICE,
    AttributeId.INFORM_INFO,
    AttributeId.NODE_RECORD,
    AttributeId.PORT_INFO_RECORD,
    AttributeId.SL_TO_VL_MAPPING_TABLE_RECORD,
    AttributeId.SWITCH_INFO_RECORD,
    AttributeId.LINEAR_FORWARDING_TABLE_RECORD,
    AttributeId.MULTICAST_FORWARDING_TABLE_RECORD,
    AttributeId.SM_INFO_RECORD,
    AttributeId.LINK_RECORD,
    AttributeId.GUID_INFO_RECORD,
    AttributeId.SERVICE_RECORD,
    AttributeId.P_KEY_TABLE_RECORD,
    AttributeId.PATH_RECORD,
    AttributeId.VL_ARBITRATION_TABLE_RECORD,
    AttributeId.MC_MEMBER_RECORD,
    AttributeId.MULTI_PATH_RECORD,
    AttributeId.INFORM_INFO_RECORD
  };
  private static final int KINDS = 7;

  private final Random random;
  private final List<Mad> captured;
  private final int lidMax;

  /**
   * @param captured MADs that were really sent, to be mutated
   * @param lidMax largest LID of the subnet; most senders have one of it
   */
  Noise(long seed, List<Mad> captured, int lidMax) {
    random = new Random(seed);
    this.captured = captured;
    this.lidMax = lidMax;
  }

  /** The next packet; never a trap that may ask for a sweep. */
  MadPacket next() {
    while (true) {
      Mad mad = mad();
      if (!isTrap(mad)) {
        return from(mad);
      }
    }
  }

  /** A trap with random content, of a number that means something. */
  MadPacket trap() {
    Mad mad = randomBytes().u8(0, 1).u8(1, Mad.CLASS_SUBN_LID).u8(2, 1).method(Mad.TRAP);
    mad.u16(16, AttributeId.NOTICE);
    int[] numbers = {64, 65, 128, 129, 130, 131, 144, 145, 256, 257, 258, 259};
    mad.u8(Mad.SMP_DATA, 0x80 | random.nextInt(128));
    mad.u16(Mad.SMP_DATA + 4, numbers[random.nextInt(numbers.length)]);
    return from(mad);
  }

  private static boolean isTrap(Mad mad) {
    return mad.method() == Mad.TRAP && (mad.managementClass() & 0x7F) == Mad.CLASS_SUBN_LID;
  }

  private Mad mad() {
    return switch (random.nextInt(KINDS)) {
      case 0 -> randomBytes();
      case 1 -> validHeader();
      case 2 -> flipped(aCaptured());
      case 3 -> unaskedResponse();
      case 4 -> saRequest();
      case 5 -> transferNonsense();
      default -> foreignSet();
    };
  }

  private MadPacket from(Mad mad) {
    boolean management = (mad.managementClass() & 0x7F) == Mad.CLASS_SUBN_LID;
    int queuePair = random.nextInt(50) == 0 ? random.nextInt(2) : management ? 0 : 1;
    int lid = random.nextInt(20) == 0 ? random.nextInt(0x10000) : 1 + random.nextInt(lidMax);
    return new MadPacket(mad, queuePair, lid, queuePair, 0);
  }

  private Mad randomBytes() {
    byte[] bytes = new byte[Mad.BYTES];
    random.nextBytes(bytes);
    return Mad.wrap(bytes);
  }

  private Mad validHeader() {
    int managementClass = CLASSES[random.nextInt(CLASSES.length)];
    Mad mad = randomBytes().u8(0, 1).u8(1, managementClass);
    mad.u8(2, managementClass == Mad.CLASS_SUBN_ADM ? 2 : 1);
    mad.method(METHODS[random.nextInt(METHODS.length)]);
    int[] attributes = managementClass == Mad.CLASS_SUBN_ADM ? SA_ATTRIBUTES : SMP_ATTRIBUTES;
    if (random.nextInt(4) > 0) {
      mad.u16(16, attributes[random.nextInt(attributes.length)]);
    }
    if (managementClass == Mad.CLASS_SUBN_DIRECTED) {
      int returning = mad.isResponse() ? Mad.DIRECTION_BIT : 0;
      mad.u16(4, returning | (random.nextInt(4) == 0 ? random.nextInt(0x8000) : 0));
    }
    return mad;
  }

  private Mad aCaptured() {
    return captured.get(random.nextInt(captured.size())).copy();
  }

  private Mad flipped(Mad mad) {
    for (int left = 1 + random.nextInt(16); left > 0; left--) {
      int at = random.nextInt(Mad.BYTES);
      mad.u8(at, mad.u8(at) ^ 1 << random.nextInt(8));
    }
    return mad;
  }

  private Mad unaskedResponse() {
    Mad mad = aCaptured();
    mad.method(mad.method() | Mad.RESPONSE_BIT);
    if (mad.isDirectedRoute()) {
      mad.u16(4, Mad.DIRECTION_BIT);
    }
    if (random.nextBoolean()) {
      mad.transactionId(random.nextLong());
    }
    return random.nextBoolean() ? flipped(mad) : mad;
  }

  private Mad saRequest() {
    Mad mad = random.nextBoolean() ? randomBytes() : new Mad();
    mad.u8(0, 1).u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2).transactionId(random.nextLong());
    mad.method(random.nextInt(8) == 0 ? METHODS[random.nextInt(METHODS.length)] : Mad.GET);
    // Whole tables are costly by design; noise must not be a measurement of those.
    if (random.nextInt(200) == 0) {
      mad.method(Mad.GET_TABLE);
    }
    mad.u16(16, SA_ATTRIBUTES[random.nextInt(SA_ATTRIBUTES.length)]);
    SaHeader header = SaHeader.of(mad);
    header.rmppFlags(0).smKey(random.nextInt(3));
    header.componentMask(
        random.nextBoolean() ? random.nextLong() : 1L << random.nextInt(64) | 1L << 4);
    for (int at = Mad.SA_DATA; at < Mad.BYTES; at++) {
      if (random.nextInt(4) == 0) {
        mad.u8(at, random.nextInt(random.nextBoolean() ? 8 : 256));
      }
    }
    return mad;
  }

  private Mad transferNonsense() {
    Mad mad = saRequest();
    mad.method(random.nextBoolean() ? Mad.GET_TABLE_RESP : METHODS[random.nextInt(10)]);
    SaHeader header = SaHeader.of(mad);
    header
        .rmppVersion(random.nextInt(8) == 0 ? random.nextInt(256) : Rmpp.VERSION)
        .rmppType(random.nextInt(6))
        .rmppFlags(Rmpp.ACTIVE | random.nextInt(8))
        .rmppStatus(random.nextBoolean() ? 0 : random.nextInt(256))
        .segmentNumber(random.nextBoolean() ? random.nextInt(4) : random.nextInt() & 0xFFFF_FFFFL)
        .newWindowLast(random.nextBoolean() ? 0xFFFF_FFFFL : random.nextInt() & 0xFFFF_FFFFL);
    return mad;
  }

  private Mad foreignSet() {
    Mad mad = randomBytes().u8(0, 1).u8(1, Mad.CLASS_SUBN_LID).u8(2, 1).method(Mad.SET);
    if (random.nextBoolean()) {
      mad.u8(1, Mad.CLASS_SUBN_DIRECTED).u16(4, 0);
    }
    int[] attributes = SMP_ATTRIBUTES;
    mad.u16(16, random.nextBoolean() ? AttributeId.SM_INFO : attributes[random.nextInt(10)]);
    mad.u32(20, random.nextInt(8)); // SMInfo: handover, acknowledge, disable, standby, discover
    return mad;
  }
}
