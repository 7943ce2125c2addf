package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.ClassPortInfo;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaStatus;
import java.util.function.BooleanSupplier;

/**
 * ClassPortInfo of subnet administration (IBA Vol 1, 15.2.4): version and options of the class, as
 * far as they are built.
 */
final class ClassPortInfoSource implements RecordSource {
  /** CapabilityMask: PortInfoRecords can be found by bits of their CapabilityMask. */
  static final int MATCHES_CAPABILITY_BITS = 1 << 13;

  /** CapabilityMask: unreliable datagrams go to groups. */
  static final int MULTICAST = 1 << 9;

  /** CapabilityMask: paths between groups of ports can be asked for. */
  static final int MULTI_PATH = 1 << 10;

  /** CapabilityMask2: SwitchInfoRecords have the MulticastFDBTop. */
  static final int MULTICAST_TOP = 1 << 3;

  /** CapabilityMask2: PortInfoRecords can be found by bits of their CapabilityMask2. */
  static final int MATCHES_CAPABILITY_BITS_2 = 1 << 10;

  /** CapabilityMask2: paths have levels of service, by QoS class and service ID. */
  static final int QOS = 1 << 1;

  /** CapabilityMask2: a port can keep a group alive that it only sends to. */
  static final int SEND_ONLY_FULL_MEMBERS = 1 << 12;

  /** CapabilityMask2: ports can have alias GUIDs. */
  static final int ADDITIONAL_GUIDS = 1 << 5;

  /** CapabilityMask2: PortInfoRecords have all of PortInfo; and extended speeds; HDR; 2x. */
  static final int FULL_PORT_INFO = 1 << 6;

  static final int EXTENDED_SPEEDS = 1 << 7;
  static final int WIDTH_2X = 1 << 13;
  static final int HDR = 1 << 15;

  private final int respTimeCode;
  private final boolean hasMulticast;
  private final BooleanSupplier hasQos;

  ClassPortInfoSource(int respTimeCode, boolean hasMulticast, BooleanSupplier hasQos) {
    this.respTimeCode = respTimeCode;
    this.hasMulticast = hasMulticast;
    this.hasQos = hasQos;
  }

  @Override
  public int attributeId() {
    return AttributeId.CLASS_PORT_INFO;
  }

  @Override
  public int recordBytes() {
    return ClassPortInfo.BYTES;
  }

  @Override
  public int methodStatus(int method) {
    return method == Mad.GET ? 0 : SaStatus.REQ_INVALID;
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return true;
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    int offset = answer.next();
    ClassPortInfo.in(answer.bytes(), offset)
        .baseVersion(1)
        .classVersion(Sa.CLASS_VERSION)
        .capabilityMask(MATCHES_CAPABILITY_BITS | MULTI_PATH | (hasMulticast ? MULTICAST : 0))
        .capabilityMask2(
            ADDITIONAL_GUIDS
                | FULL_PORT_INFO
                | MATCHES_CAPABILITY_BITS_2
                | EXTENDED_SPEEDS
                | WIDTH_2X
                | HDR
                | (hasQos.getAsBoolean() ? QOS : 0)
                | (hasMulticast ? MULTICAST_TOP | SEND_ONLY_FULL_MEMBERS : 0))
        .respTimeValue(respTimeCode);
    answer.keep();
  }
}
