package io.dateline.mad;

import static io.dateline.mad.AttributeId.*;

/**
 * The specification's words for what a MAD is, for statistics, logs and messages: {@code
 * Get(PortInfo)}. Attribute IDs mean different things in different classes, so names are asked for
 * with the class.
 */
public final class MadNames {
  private static final int COMMON_REASON = 0x1C;

  private MadNames() {}

  /** {@code method(attribute)}, such as {@code GetTable(PathRecord)}. */
  public static String kind(int managementClass, int method, int attributeId) {
    return method(method) + "(" + attribute(managementClass, attributeId) + ")";
  }

  /** Of a method (IBA Vol 1, 13.4.5 and 15.2.2), hex where it has no name. */
  public static String method(int method) {
    return switch (method) {
      case Mad.GET -> "Get";
      case Mad.SET -> "Set";
      case Mad.SEND -> "Send";
      case Mad.TRAP -> "Trap";
      case Mad.REPORT -> "Report";
      case Mad.TRAP_REPRESS -> "TrapRepress";
      case Mad.GET_TABLE -> "GetTable";
      case Mad.GET_TRACE_TABLE -> "GetTraceTable";
      case Mad.GET_MULTI -> "GetMulti";
      case Mad.DELETE -> "Delete";
      case Mad.GET_RESP -> "GetResp";
      case Mad.REPORT_RESP -> "ReportResp";
      case Mad.GET_TABLE_RESP -> "GetTableResp";
      case Mad.GET_MULTI_RESP -> "GetMultiResp";
      case Mad.DELETE_RESP -> "DeleteResp";
      default -> "0x%02X".formatted(method);
    };
  }

  /** Of an attribute in a class, hex where it has no name. */
  public static String attribute(int managementClass, int attributeId) {
    return switch (attributeId) {
      case CLASS_PORT_INFO -> "ClassPortInfo";
      case NOTICE -> "Notice";
      case INFORM_INFO -> "InformInfo";
      default -> classAttribute(managementClass, attributeId);
    };
  }

  private static String classAttribute(int managementClass, int attributeId) {
    return switch (managementClass) {
      case Mad.CLASS_SUBN_LID, Mad.CLASS_SUBN_DIRECTED -> managementAttribute(attributeId);
      case Mad.CLASS_SUBN_ADM -> administrationAttribute(attributeId);
      default -> hex(attributeId);
    };
  }

  private static String managementAttribute(int attributeId) {
    return switch (attributeId) {
      case NODE_DESCRIPTION -> "NodeDescription";
      case NODE_INFO -> "NodeInfo";
      case SWITCH_INFO -> "SwitchInfo";
      case GUID_INFO -> "GUIDInfo";
      case PORT_INFO -> "PortInfo";
      case P_KEY_TABLE -> "P_KeyTable";
      case SL_TO_VL_MAPPING_TABLE -> "SLtoVLMappingTable";
      case VL_ARBITRATION_TABLE -> "VLArbitrationTable";
      case LINEAR_FORWARDING_TABLE -> "LinearForwardingTable";
      case RANDOM_FORWARDING_TABLE -> "RandomForwardingTable";
      case MULTICAST_FORWARDING_TABLE -> "MulticastForwardingTable";
      case SM_INFO -> "SMInfo";
      case VENDOR_DIAG -> "VendorDiag";
      case LED_INFO -> "LedInfo";
      case MLNX_EXT_PORT_INFO -> "MlnxExtPortInfo";
      default -> hex(attributeId);
    };
  }

  private static String administrationAttribute(int attributeId) {
    return switch (attributeId) {
      case NODE_RECORD -> "NodeRecord";
      case PORT_INFO_RECORD -> "PortInfoRecord";
      case SL_TO_VL_MAPPING_TABLE_RECORD -> "SLtoVLMappingTableRecord";
      case SWITCH_INFO_RECORD -> "SwitchInfoRecord";
      case LINEAR_FORWARDING_TABLE_RECORD -> "LinearForwardingTableRecord";
      case MULTICAST_FORWARDING_TABLE_RECORD -> "MulticastForwardingTableRecord";
      case SM_INFO_RECORD -> "SMInfoRecord";
      case LINK_RECORD -> "LinkRecord";
      case GUID_INFO_RECORD -> "GuidInfoRecord";
      case SERVICE_RECORD -> "ServiceRecord";
      case P_KEY_TABLE_RECORD -> "P_KeyTableRecord";
      case PATH_RECORD -> "PathRecord";
      case VL_ARBITRATION_TABLE_RECORD -> "VLArbitrationTableRecord";
      case MC_MEMBER_RECORD -> "MCMemberRecord";
      case MULTI_PATH_RECORD -> "MultiPathRecord";
      case INFORM_INFO_RECORD -> "InformInfoRecord";
      default -> hex(attributeId);
    };
  }

  /** Of a status (IBA Vol 1, 13.4.7), with what it says; hex alone where that has no name. */
  public static String status(int status) {
    String meaning =
        switch (status & COMMON_REASON) {
          case 0x04 -> " (class or version not supported)";
          case 0x08 -> " (method not supported)";
          case 0x0C -> " (attribute not supported)";
          case 0x1C -> " (a value is not valid)";
          default -> "";
        };
    return "status 0x%04x%s".formatted(status, meaning);
  }

  private static String hex(int attributeId) {
    return "0x%04X".formatted(attributeId);
  }
}
