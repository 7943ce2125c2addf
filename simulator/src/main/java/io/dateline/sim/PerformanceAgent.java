package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.ClassPortInfo;
import java.util.Arrays;

/**
 * The performance management agent of every node (IBA Vol 1, 16.1): ClassPortInfo, PortCounters and
 * PortCountersExtended, with the counters of {@link PortCounters}; what cannot happen in the
 * simulation reads 0.
 *
 * <pre>
 * PortCounters, from byte 64:             PortCountersExtended, from byte 64:
 *  1 PortSelect   2 CounterSelect          1 PortSelect   2 CounterSelect
 *  7 LinkDowned  12 RcvSwitchRelayErrors   8 XmitData    16 RcvData
 * 14 XmitDiscards                         24 XmitPkts    32 RcvPkts
 * 24 XmitData    28 RcvData               40 UnicastXmit 48 UnicastRcv
 * 32 XmitPkts    36 RcvPkts
 * </pre>
 */
final class PerformanceAgent {
  static final int CLASS = 0x04;
  static final int PORT_COUNTERS = 0x12;
  static final int PORT_COUNTERS_EXTENDED = 0x1D;

  private static final int DATA = 64;
  private static final int DATA_BYTES = 192;
  private static final int ALL_PORTS = 0xFF;

  private static final int ALL_PORT_SELECT = 1 << 8;
  private static final int EXTENDED_WIDTH = 1 << 9;
  private static final int RESPONSE_TIME = 16;

  // Bits of CounterSelect.
  private static final int LINK_DOWNED = 1 << 2;
  private static final int RELAY_ERRORS = 1 << 5;
  private static final int DISCARDS = 1 << 6;
  private static final int XMIT_DATA = 1 << 12;
  private static final int RCV_DATA = 1 << 13;
  private static final int XMIT_PACKETS = 1 << 14;
  private static final int RCV_PACKETS = 1 << 15;

  // Bits of CounterSelect in PortCountersExtended.
  private static final int EXTENDED_XMIT_DATA = 1;
  private static final int EXTENDED_RCV_DATA = 1 << 1;
  private static final int EXTENDED_XMIT_PACKETS = 1 << 2;
  private static final int EXTENDED_RCV_PACKETS = 1 << 3;

  private final Fabric fabric;
  private final PortCounters counters;

  PerformanceAgent(SimulatedState state) {
    fabric = state.fabric;
    counters = state.counters;
  }

  /** Turns a request that came in by {@code arrival} into its answer. */
  void answer(Mad mad, int arrival) {
    int status;
    if (mad.u8(0) != 1 || mad.classVersion() != 1) {
      status = Mad.STATUS_BAD_VERSION;
    } else if (mad.method() != Mad.GET && mad.method() != Mad.SET) {
      status = Mad.STATUS_UNSUPPORTED_METHOD;
    } else {
      status = handle(mad, mad.method() == Mad.SET, arrival);
    }
    mad.method(Mad.GET_RESP).status(status);
  }

  private int handle(Mad mad, boolean isSet, int arrival) {
    return switch (mad.attributeId()) {
      case AttributeId.CLASS_PORT_INFO -> classPortInfo(mad, isSet, arrival);
      case PORT_COUNTERS, PORT_COUNTERS_EXTENDED -> counters(mad, isSet, arrival);
      default -> Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;
    };
  }

  private int classPortInfo(Mad mad, boolean isSet, int arrival) {
    if (isSet) {
      return Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;
    }
    clear(mad);
    boolean isSwitch = fabric.isSwitch(fabric.nodeOf(arrival));
    ClassPortInfo.in(mad.bytes(), DATA)
        .baseVersion(1)
        .classVersion(1)
        .capabilityMask(EXTENDED_WIDTH | (isSwitch ? ALL_PORT_SELECT : 0))
        .respTimeValue(RESPONSE_TIME);
    return 0;
  }

  /** PortSelect 255 sums up, or clears, all ports of a switch. */
  private int counters(Mad mad, boolean isSet, int arrival) {
    int node = fabric.nodeOf(arrival);
    int select = mad.u8(DATA + 1);
    boolean isAll = select == ALL_PORTS && fabric.isSwitch(node);
    boolean isPort =
        select <= fabric.externalPortCount(node) && (select != 0 || fabric.isSwitch(node));
    if (!isAll && !isPort) {
      return Mad.STATUS_INVALID_FIELD;
    }
    int from = fabric.port(node, isAll ? 0 : select);
    int end = isAll ? from + fabric.externalPortCount(node) + 1 : from + 1;
    boolean isExtended = mad.attributeId() == PORT_COUNTERS_EXTENDED;
    int counterSelect = mad.u16(DATA + 2);
    if (isSet) {
      reset(isExtended ? ofExtended(counterSelect) : counterSelect, from, end);
    }
    clear(mad);
    mad.u8(DATA + 1, select).u16(DATA + 2, counterSelect);
    if (isExtended) {
      mad.u64(DATA + 8, sum(counters.sentWords, from, end))
          .u64(DATA + 16, sum(counters.receivedWords, from, end))
          .u64(DATA + 24, sum(counters.sentPackets, from, end))
          .u64(DATA + 32, sum(counters.receivedPackets, from, end))
          .u64(DATA + 40, sum(counters.sentPackets, from, end))
          .u64(DATA + 48, sum(counters.receivedPackets, from, end));
    } else {
      mad.u8(DATA + 7, (int) Math.min(0xFF, sum(counters.linkDowned, from, end)))
          .u16(DATA + 12, (int) Math.min(0xFFFF, sum(counters.relayErrors, from, end)))
          .u16(DATA + 14, (int) Math.min(0xFFFF, sum(counters.discards, from, end)))
          .u32(DATA + 24, saturated(counters.sentWords, from, end))
          .u32(DATA + 28, saturated(counters.receivedWords, from, end))
          .u32(DATA + 32, saturated(counters.sentPackets, from, end))
          .u32(DATA + 36, saturated(counters.receivedPackets, from, end));
    }
    return 0;
  }

  private void reset(int select, int from, int end) {
    reset(select & LINK_DOWNED, counters.linkDowned, from, end);
    reset(select & RELAY_ERRORS, counters.relayErrors, from, end);
    reset(select & DISCARDS, counters.discards, from, end);
    reset(select & XMIT_DATA, counters.sentWords, from, end);
    reset(select & RCV_DATA, counters.receivedWords, from, end);
    reset(select & XMIT_PACKETS, counters.sentPackets, from, end);
    reset(select & RCV_PACKETS, counters.receivedPackets, from, end);
  }

  private static int ofExtended(int select) {
    return ((select & EXTENDED_XMIT_DATA) == 0 ? 0 : XMIT_DATA)
        | ((select & EXTENDED_RCV_DATA) == 0 ? 0 : RCV_DATA)
        | ((select & EXTENDED_XMIT_PACKETS) == 0 ? 0 : XMIT_PACKETS)
        | ((select & EXTENDED_RCV_PACKETS) == 0 ? 0 : RCV_PACKETS);
  }

  private static void reset(int selected, long[] counter, int from, int end) {
    if (selected != 0) {
      Arrays.fill(counter, from, end, 0);
    }
  }

  private static int saturated(long[] counter, int from, int end) {
    return (int) Math.min(0xFFFF_FFFFL, sum(counter, from, end));
  }

  private static long sum(long[] counter, int from, int end) {
    long sum = 0;
    for (int port = from; port < end; port++) {
      sum += counter[port];
    }
    return sum;
  }

  private static void clear(Mad mad) {
    Arrays.fill(mad.bytes(), DATA, DATA + DATA_BYTES, (byte) 0);
  }
}
