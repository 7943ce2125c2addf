package io.dateline.it.bench;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.ClassPortInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.mad.sa.LinearForwardingTableRecord;
import io.dateline.mad.sa.LinkRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.MulticastForwardingTableRecord;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.PKeyTableRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.PortInfoRecord;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.sa.SlToVlMappingTableRecord;
import io.dateline.mad.sa.SmInfoRecord;
import io.dateline.mad.sa.SwitchInfoRecord;
import io.dateline.mad.sa.VlArbitrationTableRecord;
import java.util.List;

/**
 * What subnet administration can be asked for (IBA Vol 1, 15.2.5).
 *
 * @param layout of the record that asks
 */
record SaKind(String name, int attributeId, AttributeLayout layout) {
  static final SaKind CLASS_PORT_INFO =
      new SaKind("ClassPortInfo", AttributeId.CLASS_PORT_INFO, ClassPortInfo.LAYOUT);
  static final SaKind NODE = new SaKind("NodeRecord", AttributeId.NODE_RECORD, NodeRecord.LAYOUT);
  static final SaKind PORT_INFO =
      new SaKind("PortInfoRecord", AttributeId.PORT_INFO_RECORD, PortInfoRecord.LAYOUT);
  static final SaKind SL_TO_VL =
      new SaKind(
          "SlToVlMappingTableRecord",
          AttributeId.SL_TO_VL_MAPPING_TABLE_RECORD,
          SlToVlMappingTableRecord.LAYOUT);
  static final SaKind SWITCH =
      new SaKind("SwitchInfoRecord", AttributeId.SWITCH_INFO_RECORD, SwitchInfoRecord.LAYOUT);
  static final SaKind LFT =
      new SaKind(
          "LinearForwardingTableRecord",
          AttributeId.LINEAR_FORWARDING_TABLE_RECORD,
          LinearForwardingTableRecord.LAYOUT);
  static final SaKind MFT =
      new SaKind(
          "MulticastForwardingTableRecord",
          AttributeId.MULTICAST_FORWARDING_TABLE_RECORD,
          MulticastForwardingTableRecord.LAYOUT);
  static final SaKind SM_INFO =
      new SaKind("SmInfoRecord", AttributeId.SM_INFO_RECORD, SmInfoRecord.LAYOUT);
  static final SaKind LINK = new SaKind("LinkRecord", AttributeId.LINK_RECORD, LinkRecord.LAYOUT);
  static final SaKind GUID_INFO =
      new SaKind("GuidInfoRecord", AttributeId.GUID_INFO_RECORD, GuidInfoRecord.LAYOUT);
  static final SaKind SERVICE =
      new SaKind("ServiceRecord", AttributeId.SERVICE_RECORD, ServiceRecord.LAYOUT);
  static final SaKind P_KEY =
      new SaKind("PKeyTableRecord", AttributeId.P_KEY_TABLE_RECORD, PKeyTableRecord.LAYOUT);
  static final SaKind PATH = new SaKind("PathRecord", AttributeId.PATH_RECORD, PathRecord.LAYOUT);
  static final SaKind VL_ARBITRATION =
      new SaKind(
          "VlArbitrationTableRecord",
          AttributeId.VL_ARBITRATION_TABLE_RECORD,
          VlArbitrationTableRecord.LAYOUT);
  static final SaKind MC_MEMBER =
      new SaKind("McMemberRecord", AttributeId.MC_MEMBER_RECORD, McMemberRecord.LAYOUT);
  static final SaKind INFORM_INFO =
      new SaKind("InformInfoRecord", AttributeId.INFORM_INFO_RECORD, InformInfoRecord.LAYOUT);

  /** Asked in its own layout; the answer is of paths. */
  static final SaKind MULTI_PATH =
      new SaKind("MultiPathRecord", AttributeId.MULTI_PATH_RECORD, MultiPathRecord.LAYOUT);

  /** Random forwarding tables, which no switch of today has. */
  static final SaKind RANDOM_TABLE =
      new SaKind("RandomForwardingTableRecord", 0x16, LinearForwardingTableRecord.LAYOUT);

  /** TraceRecord. */
  static final SaKind TRACE = new SaKind("TraceRecord", 0x39, PathRecord.LAYOUT);

  static final List<SaKind> ALL =
      List.of(
          CLASS_PORT_INFO,
          NODE,
          PORT_INFO,
          SL_TO_VL,
          SWITCH,
          LFT,
          MFT,
          SM_INFO,
          LINK,
          GUID_INFO,
          SERVICE,
          P_KEY,
          PATH,
          VL_ARBITRATION,
          MC_MEMBER,
          INFORM_INFO,
          MULTI_PATH,
          RANDOM_TABLE,
          TRACE);

  /** Of the records that answer. */
  AttributeLayout answers() {
    return equals(MULTI_PATH) ? PathRecord.LAYOUT : layout;
  }

  @Override
  public String toString() {
    return name;
  }
}
