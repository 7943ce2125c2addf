package io.dateline.mad.attribute;

/** The data details of a generic notice, in the form its trap number gives them. */
public abstract sealed class NoticeDetails extends AttributeView
    permits GidDetails,
        RepathDetails,
        LinkStateDetails,
        PortErrorDetails,
        LocalChangesDetails,
        SystemImageGuidDetails,
        BadMKeyDetails,
        BadKeyDetails,
        SwitchBadPKeyDetails {
  /** Length of the data details of every trap. */
  public static final int BYTES = 54;

  NoticeDetails(AttributeLayout layout, byte[] data, int base) {
    super(layout, data, base);
  }

  /** A view of {@code data} in the form of that trap; null where IBA knows no such trap. */
  static NoticeDetails in(int trapNumber, byte[] data, int offset) {
    return switch (trapNumber) {
      case TrapNumber.PORT_IN_SERVICE,
          TrapNumber.PORT_OUT_OF_SERVICE,
          TrapNumber.GROUP_CREATED,
          TrapNumber.GROUP_DELETED ->
          GidDetails.in(data, offset);
      case TrapNumber.UNPATH, TrapNumber.REPATH -> RepathDetails.in(data, offset);
      case TrapNumber.LINK_STATE -> LinkStateDetails.in(data, offset);
      case TrapNumber.LINK_INTEGRITY, TrapNumber.BUFFER_OVERRUN, TrapNumber.FLOW_CONTROL_WATCHDOG ->
          PortErrorDetails.in(data, offset);
      case TrapNumber.LOCAL_CHANGES -> LocalChangesDetails.in(data, offset);
      case TrapNumber.SYSTEM_IMAGE_GUID -> SystemImageGuidDetails.in(data, offset);
      case TrapNumber.BAD_M_KEY -> BadMKeyDetails.in(data, offset);
      case TrapNumber.BAD_P_KEY, TrapNumber.BAD_Q_KEY -> BadKeyDetails.in(data, offset);
      case TrapNumber.SWITCH_BAD_P_KEY -> SwitchBadPKeyDetails.in(data, offset);
      default -> null;
    };
  }
}
