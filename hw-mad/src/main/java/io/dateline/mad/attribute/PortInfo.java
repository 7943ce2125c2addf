package io.dateline.mad.attribute;

/**
 * The state and settings of a port (IBA Vol 1, 14.2.5.6).
 *
 * <p>Long because the attribute has sixty components, each with a row and its accessors.
 */
public final class PortInfo extends AttributeView {
  public static final int BYTES = 64;

  /**
   * In the AttributeModifier: the subnet manager knows extended speeds (SMSupportExtendedSpeeds).
   */
  public static final int SM_SUPPORT_EXTENDED_SPEEDS = 1 << 31;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("PortInfo", BYTES);

  public static final Field M_KEY = TABLE.hex("mKey", 0, 64);
  public static final Field GID_PREFIX = TABLE.hex("gidPrefix", 64, 64);
  public static final Field LID = TABLE.number("lid", 128, 16);
  public static final Field MASTER_SM_LID = TABLE.number("masterSmLid", 144, 16);
  public static final Field CAPABILITY_MASK = TABLE.hex("capabilityMask", 160, 32);
  public static final Field DIAG_CODE = TABLE.hex("diagCode", 192, 16);
  public static final Field M_KEY_LEASE_PERIOD = TABLE.number("mKeyLeasePeriod", 208, 16);
  public static final Field LOCAL_PORT_NUM = TABLE.number("localPortNum", 224, 8);
  public static final Field LINK_WIDTH_ENABLED = TABLE.number("linkWidthEnabled", 232, 8);
  public static final Field LINK_WIDTH_SUPPORTED = TABLE.number("linkWidthSupported", 240, 8);
  public static final Field LINK_WIDTH_ACTIVE = TABLE.number("linkWidthActive", 248, 8);
  public static final Field LINK_SPEED_SUPPORTED = TABLE.number("linkSpeedSupported", 256, 4);
  public static final Field PORT_STATE = TABLE.number("portState", 260, 4);
  public static final Field PORT_PHYSICAL_STATE = TABLE.number("portPhysicalState", 264, 4);
  public static final Field LINK_DOWN_DEFAULT_STATE = TABLE.number("linkDownDefaultState", 268, 4);
  public static final Field M_KEY_PROTECT_BITS = TABLE.number("mKeyProtectBits", 272, 2);
  public static final Field LMC = TABLE.reserved(274, 3).number("lmc", 277, 3);
  public static final Field LINK_SPEED_ACTIVE = TABLE.number("linkSpeedActive", 280, 4);
  public static final Field LINK_SPEED_ENABLED = TABLE.number("linkSpeedEnabled", 284, 4);
  public static final Field NEIGHBOR_MTU = TABLE.number("neighborMtu", 288, 4);
  public static final Field MASTER_SM_SL = TABLE.number("masterSmSl", 292, 4);
  public static final Field VL_CAP = TABLE.number("vlCap", 296, 4);
  public static final Field INIT_TYPE = TABLE.hex("initType", 300, 4);
  public static final Field VL_HIGH_LIMIT = TABLE.number("vlHighLimit", 304, 8);
  public static final Field VL_ARBITRATION_HIGH_CAP = TABLE.number("vlArbitrationHighCap", 312, 8);
  public static final Field VL_ARBITRATION_LOW_CAP = TABLE.number("vlArbitrationLowCap", 320, 8);
  public static final Field INIT_TYPE_REPLY = TABLE.hex("initTypeReply", 328, 4);
  public static final Field MTU_CAP = TABLE.number("mtuCap", 332, 4);
  public static final Field VL_STALL_COUNT = TABLE.number("vlStallCount", 336, 3);
  public static final Field HOQ_LIFE = TABLE.number("hoqLife", 339, 5);
  public static final Field OPERATIONAL_VLS = TABLE.number("operationalVls", 344, 4);
  public static final Field PARTITION_ENFORCEMENT_INBOUND =
      TABLE.number("partitionEnforcementInbound", 348, 1);
  public static final Field PARTITION_ENFORCEMENT_OUTBOUND =
      TABLE.number("partitionEnforcementOutbound", 349, 1);
  public static final Field FILTER_RAW_INBOUND = TABLE.number("filterRawInbound", 350, 1);
  public static final Field FILTER_RAW_OUTBOUND = TABLE.number("filterRawOutbound", 351, 1);
  public static final Field M_KEY_VIOLATIONS = TABLE.number("mKeyViolations", 352, 16);
  public static final Field P_KEY_VIOLATIONS = TABLE.number("pKeyViolations", 368, 16);
  public static final Field Q_KEY_VIOLATIONS = TABLE.number("qKeyViolations", 384, 16);
  public static final Field GUID_CAP = TABLE.number("guidCap", 400, 8);
  public static final Field CLIENT_REREGISTER = TABLE.number("clientReregister", 408, 1);
  public static final Field MULTICAST_PKEY_TRAP_SUPPRESSION_ENABLED =
      TABLE.number("multicastPKeyTrapSuppressionEnabled", 409, 2);
  public static final Field SUBNET_TIMEOUT = TABLE.number("subnetTimeout", 411, 5);
  public static final Field RESP_TIME_VALUE =
      TABLE.reserved(416, 3).number("respTimeValue", 419, 5);
  public static final Field LOCAL_PHY_ERRORS = TABLE.number("localPhyErrors", 424, 4);
  public static final Field OVERRUN_ERRORS = TABLE.number("overrunErrors", 428, 4);
  public static final Field MAX_CREDIT_HINT = TABLE.number("maxCreditHint", 432, 16);
  public static final Field LINK_SPEED_EXT_ACTIVE2 =
      TABLE.reserved(448, 1).sameComponent().number("linkSpeedExtActive2", 449, 2);
  public static final Field LINK_SPEED_EXT_SUPPORTED2 =
      TABLE.sameComponent().number("linkSpeedExtSupported2", 451, 2);
  public static final Field LINK_SPEED_EXT_ENABLED2 =
      TABLE.sameComponent().number("linkSpeedExtEnabled2", 453, 3);
  public static final Field LINK_ROUND_TRIP_LATENCY = TABLE.number("linkRoundTripLatency", 456, 24);
  public static final Field CAPABILITY_MASK2 = TABLE.hex("capabilityMask2", 480, 16);
  public static final Field LINK_SPEED_EXT_ACTIVE = TABLE.number("linkSpeedExtActive", 496, 4);
  public static final Field LINK_SPEED_EXT_SUPPORTED =
      TABLE.number("linkSpeedExtSupported", 500, 4);
  public static final Field LINK_SPEED_EXT_ENABLED =
      TABLE.reserved(504, 3).number("linkSpeedExtEnabled", 507, 5);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private PortInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public PortInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static PortInfo of(byte[] data) {
    return new PortInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static PortInfo in(byte[] data, int offset) {
    return new PortInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public long mKey() {
    return M_KEY.get(data, base);
  }

  public PortInfo mKey(long value) {
    M_KEY.set(data, base, value);
    return this;
  }

  public long gidPrefix() {
    return GID_PREFIX.get(data, base);
  }

  public PortInfo gidPrefix(long value) {
    GID_PREFIX.set(data, base, value);
    return this;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public PortInfo lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  public int masterSmLid() {
    return MASTER_SM_LID.getInt(data, base);
  }

  public PortInfo masterSmLid(int value) {
    MASTER_SM_LID.setInt(data, base, value);
    return this;
  }

  /** Bits of {@link CapabilityMask}. */
  public int capabilityMask() {
    return CAPABILITY_MASK.getInt(data, base);
  }

  public PortInfo capabilityMask(int value) {
    CAPABILITY_MASK.setInt(data, base, value);
    return this;
  }

  public int diagCode() {
    return DIAG_CODE.getInt(data, base);
  }

  public PortInfo diagCode(int value) {
    DIAG_CODE.setInt(data, base, value);
    return this;
  }

  /** Seconds; 0 never expires. */
  public int mKeyLeasePeriod() {
    return M_KEY_LEASE_PERIOD.getInt(data, base);
  }

  public PortInfo mKeyLeasePeriod(int value) {
    M_KEY_LEASE_PERIOD.setInt(data, base, value);
    return this;
  }

  public int localPortNum() {
    return LOCAL_PORT_NUM.getInt(data, base);
  }

  public PortInfo localPortNum(int value) {
    LOCAL_PORT_NUM.setInt(data, base, value);
    return this;
  }

  /** Bits of the widths allowed; 255 sets what is supported. */
  public int linkWidthEnabled() {
    return LINK_WIDTH_ENABLED.getInt(data, base);
  }

  public PortInfo linkWidthEnabled(int value) {
    LINK_WIDTH_ENABLED.setInt(data, base, value);
    return this;
  }

  public int linkWidthSupported() {
    return LINK_WIDTH_SUPPORTED.getInt(data, base);
  }

  public PortInfo linkWidthSupported(int value) {
    LINK_WIDTH_SUPPORTED.setInt(data, base, value);
    return this;
  }

  /** One bit: 1 1x, 2 4x, 4 8x, 8 12x, 16 2x. */
  public int linkWidthActive() {
    return LINK_WIDTH_ACTIVE.getInt(data, base);
  }

  public PortInfo linkWidthActive(int value) {
    LINK_WIDTH_ACTIVE.setInt(data, base, value);
    return this;
  }

  public int linkSpeedSupported() {
    return LINK_SPEED_SUPPORTED.getInt(data, base);
  }

  public PortInfo linkSpeedSupported(int value) {
    LINK_SPEED_SUPPORTED.setInt(data, base, value);
    return this;
  }

  /** The state in the bytes of a PortInfo: for loops over all ports of a fabric. */
  public static int portState(byte[] info) {
    return info[PORT_STATE.byteOffset()] & 0xF;
  }

  /** A value of {@link PortState}. */
  public int portState() {
    return PORT_STATE.getInt(data, base);
  }

  public PortInfo portState(int value) {
    PORT_STATE.setInt(data, base, value);
    return this;
  }

  /** A value of {@link PortPhysicalState}. */
  public int portPhysicalState() {
    return PORT_PHYSICAL_STATE.getInt(data, base);
  }

  public PortInfo portPhysicalState(int value) {
    PORT_PHYSICAL_STATE.setInt(data, base, value);
    return this;
  }

  /** 0 no change, 1 sleep, 2 polling. */
  public int linkDownDefaultState() {
    return LINK_DOWN_DEFAULT_STATE.getInt(data, base);
  }

  public PortInfo linkDownDefaultState(int value) {
    LINK_DOWN_DEFAULT_STATE.setInt(data, base, value);
    return this;
  }

  public int mKeyProtectBits() {
    return M_KEY_PROTECT_BITS.getInt(data, base);
  }

  public PortInfo mKeyProtectBits(int value) {
    M_KEY_PROTECT_BITS.setInt(data, base, value);
    return this;
  }

  public int lmc() {
    return LMC.getInt(data, base);
  }

  public PortInfo lmc(int value) {
    LMC.setInt(data, base, value);
    return this;
  }

  /** 1 SDR, 2 DDR, 4 QDR; also 4 or 0 where an extended speed is active. */
  public int linkSpeedActive() {
    return LINK_SPEED_ACTIVE.getInt(data, base);
  }

  public PortInfo linkSpeedActive(int value) {
    LINK_SPEED_ACTIVE.setInt(data, base, value);
    return this;
  }

  /** Bits of the speeds allowed; 15 sets what is supported. */
  public int linkSpeedEnabled() {
    return LINK_SPEED_ENABLED.getInt(data, base);
  }

  public PortInfo linkSpeedEnabled(int value) {
    LINK_SPEED_ENABLED.setInt(data, base, value);
    return this;
  }

  /** A code of {@link Mtu}. */
  public int neighborMtu() {
    return NEIGHBOR_MTU.getInt(data, base);
  }

  public PortInfo neighborMtu(int value) {
    NEIGHBOR_MTU.setInt(data, base, value);
    return this;
  }

  public int masterSmSl() {
    return MASTER_SM_SL.getInt(data, base);
  }

  public PortInfo masterSmSl(int value) {
    MASTER_SM_SL.setInt(data, base, value);
    return this;
  }

  /** 1 VL0, 2 VL0-1, 3 VL0-3, 4 VL0-7, 5 VL0-14. */
  public int vlCap() {
    return VL_CAP.getInt(data, base);
  }

  public PortInfo vlCap(int value) {
    VL_CAP.setInt(data, base, value);
    return this;
  }

  public int initType() {
    return INIT_TYPE.getInt(data, base);
  }

  public PortInfo initType(int value) {
    INIT_TYPE.setInt(data, base, value);
    return this;
  }

  public int vlHighLimit() {
    return VL_HIGH_LIMIT.getInt(data, base);
  }

  public PortInfo vlHighLimit(int value) {
    VL_HIGH_LIMIT.setInt(data, base, value);
    return this;
  }

  public int vlArbitrationHighCap() {
    return VL_ARBITRATION_HIGH_CAP.getInt(data, base);
  }

  public PortInfo vlArbitrationHighCap(int value) {
    VL_ARBITRATION_HIGH_CAP.setInt(data, base, value);
    return this;
  }

  public int vlArbitrationLowCap() {
    return VL_ARBITRATION_LOW_CAP.getInt(data, base);
  }

  public PortInfo vlArbitrationLowCap(int value) {
    VL_ARBITRATION_LOW_CAP.setInt(data, base, value);
    return this;
  }

  public int initTypeReply() {
    return INIT_TYPE_REPLY.getInt(data, base);
  }

  public PortInfo initTypeReply(int value) {
    INIT_TYPE_REPLY.setInt(data, base, value);
    return this;
  }

  /** A code of {@link Mtu}. */
  public int mtuCap() {
    return MTU_CAP.getInt(data, base);
  }

  public PortInfo mtuCap(int value) {
    MTU_CAP.setInt(data, base, value);
    return this;
  }

  public int vlStallCount() {
    return VL_STALL_COUNT.getInt(data, base);
  }

  public PortInfo vlStallCount(int value) {
    VL_STALL_COUNT.setInt(data, base, value);
    return this;
  }

  public int hoqLife() {
    return HOQ_LIFE.getInt(data, base);
  }

  public PortInfo hoqLife(int value) {
    HOQ_LIFE.setInt(data, base, value);
    return this;
  }

  /** Coded as {@link #vlCap}; 0 written is no change. */
  public int operationalVls() {
    return OPERATIONAL_VLS.getInt(data, base);
  }

  public PortInfo operationalVls(int value) {
    OPERATIONAL_VLS.setInt(data, base, value);
    return this;
  }

  public boolean partitionEnforcementInbound() {
    return PARTITION_ENFORCEMENT_INBOUND.getFlag(data, base);
  }

  public PortInfo partitionEnforcementInbound(boolean value) {
    PARTITION_ENFORCEMENT_INBOUND.setFlag(data, base, value);
    return this;
  }

  public boolean partitionEnforcementOutbound() {
    return PARTITION_ENFORCEMENT_OUTBOUND.getFlag(data, base);
  }

  public PortInfo partitionEnforcementOutbound(boolean value) {
    PARTITION_ENFORCEMENT_OUTBOUND.setFlag(data, base, value);
    return this;
  }

  public boolean filterRawInbound() {
    return FILTER_RAW_INBOUND.getFlag(data, base);
  }

  public PortInfo filterRawInbound(boolean value) {
    FILTER_RAW_INBOUND.setFlag(data, base, value);
    return this;
  }

  public boolean filterRawOutbound() {
    return FILTER_RAW_OUTBOUND.getFlag(data, base);
  }

  public PortInfo filterRawOutbound(boolean value) {
    FILTER_RAW_OUTBOUND.setFlag(data, base, value);
    return this;
  }

  public int mKeyViolations() {
    return M_KEY_VIOLATIONS.getInt(data, base);
  }

  public PortInfo mKeyViolations(int value) {
    M_KEY_VIOLATIONS.setInt(data, base, value);
    return this;
  }

  public int pKeyViolations() {
    return P_KEY_VIOLATIONS.getInt(data, base);
  }

  public PortInfo pKeyViolations(int value) {
    P_KEY_VIOLATIONS.setInt(data, base, value);
    return this;
  }

  public int qKeyViolations() {
    return Q_KEY_VIOLATIONS.getInt(data, base);
  }

  public PortInfo qKeyViolations(int value) {
    Q_KEY_VIOLATIONS.setInt(data, base, value);
    return this;
  }

  /** Entries of the GUID table. */
  public int guidCap() {
    return GUID_CAP.getInt(data, base);
  }

  public PortInfo guidCap(int value) {
    GUID_CAP.setInt(data, base, value);
    return this;
  }

  public boolean clientReregister() {
    return CLIENT_REREGISTER.getFlag(data, base);
  }

  public PortInfo clientReregister(boolean value) {
    CLIENT_REREGISTER.setFlag(data, base, value);
    return this;
  }

  public int multicastPKeyTrapSuppressionEnabled() {
    return MULTICAST_PKEY_TRAP_SUPPRESSION_ENABLED.getInt(data, base);
  }

  public PortInfo multicastPKeyTrapSuppressionEnabled(int value) {
    MULTICAST_PKEY_TRAP_SUPPRESSION_ENABLED.setInt(data, base, value);
    return this;
  }

  /** 4.096 us * 2^value. */
  public int subnetTimeout() {
    return SUBNET_TIMEOUT.getInt(data, base);
  }

  public PortInfo subnetTimeout(int value) {
    SUBNET_TIMEOUT.setInt(data, base, value);
    return this;
  }

  /** 4.096 us * 2^value. */
  public int respTimeValue() {
    return RESP_TIME_VALUE.getInt(data, base);
  }

  public PortInfo respTimeValue(int value) {
    RESP_TIME_VALUE.setInt(data, base, value);
    return this;
  }

  public int localPhyErrors() {
    return LOCAL_PHY_ERRORS.getInt(data, base);
  }

  public PortInfo localPhyErrors(int value) {
    LOCAL_PHY_ERRORS.setInt(data, base, value);
    return this;
  }

  public int overrunErrors() {
    return OVERRUN_ERRORS.getInt(data, base);
  }

  public PortInfo overrunErrors(int value) {
    OVERRUN_ERRORS.setInt(data, base, value);
    return this;
  }

  public int maxCreditHint() {
    return MAX_CREDIT_HINT.getInt(data, base);
  }

  public PortInfo maxCreditHint(int value) {
    MAX_CREDIT_HINT.setInt(data, base, value);
    return this;
  }

  /** 1 XDR. */
  public int linkSpeedExtActive2() {
    return LINK_SPEED_EXT_ACTIVE2.getInt(data, base);
  }

  public PortInfo linkSpeedExtActive2(int value) {
    LINK_SPEED_EXT_ACTIVE2.setInt(data, base, value);
    return this;
  }

  /** 1 XDR. */
  public int linkSpeedExtSupported2() {
    return LINK_SPEED_EXT_SUPPORTED2.getInt(data, base);
  }

  public PortInfo linkSpeedExtSupported2(int value) {
    LINK_SPEED_EXT_SUPPORTED2.setInt(data, base, value);
    return this;
  }

  /** 1 XDR. */
  public int linkSpeedExtEnabled2() {
    return LINK_SPEED_EXT_ENABLED2.getInt(data, base);
  }

  public PortInfo linkSpeedExtEnabled2(int value) {
    LINK_SPEED_EXT_ENABLED2.setInt(data, base, value);
    return this;
  }

  public int linkRoundTripLatency() {
    return LINK_ROUND_TRIP_LATENCY.getInt(data, base);
  }

  public PortInfo linkRoundTripLatency(int value) {
    LINK_ROUND_TRIP_LATENCY.setInt(data, base, value);
    return this;
  }

  /** Bits of {@link CapabilityMask2}. */
  public int capabilityMask2() {
    return CAPABILITY_MASK2.getInt(data, base);
  }

  public PortInfo capabilityMask2(int value) {
    CAPABILITY_MASK2.setInt(data, base, value);
    return this;
  }

  /** 1 FDR, 2 EDR, 4 HDR, 8 NDR, 0 none. */
  public int linkSpeedExtActive() {
    return LINK_SPEED_EXT_ACTIVE.getInt(data, base);
  }

  public PortInfo linkSpeedExtActive(int value) {
    LINK_SPEED_EXT_ACTIVE.setInt(data, base, value);
    return this;
  }

  /** Bits as of the active speed. */
  public int linkSpeedExtSupported() {
    return LINK_SPEED_EXT_SUPPORTED.getInt(data, base);
  }

  public PortInfo linkSpeedExtSupported(int value) {
    LINK_SPEED_EXT_SUPPORTED.setInt(data, base, value);
    return this;
  }

  /** Bits as of the active speed; 30 turns them off, 31 sets what is supported. */
  public int linkSpeedExtEnabled() {
    return LINK_SPEED_EXT_ENABLED.getInt(data, base);
  }

  public PortInfo linkSpeedExtEnabled(int value) {
    LINK_SPEED_EXT_ENABLED.setInt(data, base, value);
    return this;
  }
}
