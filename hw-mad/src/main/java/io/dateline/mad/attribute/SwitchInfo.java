package io.dateline.mad.attribute;

/** What a switch can do and how it treats what its tables do not say (IBA Vol 1, 14.2.5.4). */
public final class SwitchInfo extends AttributeView {
  public static final int BYTES = 20;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("SwitchInfo", BYTES);

  public static final Field LINEAR_FDB_CAP = TABLE.number("linearFdbCap", 0, 16);
  public static final Field RANDOM_FDB_CAP = TABLE.number("randomFdbCap", 16, 16);
  public static final Field MULTICAST_FDB_CAP = TABLE.number("multicastFdbCap", 32, 16);
  public static final Field LINEAR_FDB_TOP = TABLE.number("linearFdbTop", 48, 16);
  public static final Field DEFAULT_PORT = TABLE.number("defaultPort", 64, 8);
  public static final Field DEFAULT_MULTICAST_PRIMARY_PORT =
      TABLE.number("defaultMulticastPrimaryPort", 72, 8);
  public static final Field DEFAULT_MULTICAST_NOT_PRIMARY_PORT =
      TABLE.number("defaultMulticastNotPrimaryPort", 80, 8);
  public static final Field LIFE_TIME_VALUE = TABLE.number("lifeTimeValue", 88, 5);
  public static final Field PORT_STATE_CHANGE = TABLE.number("portStateChange", 93, 1);
  public static final Field OPTIMIZED_SL_TO_VL_MAPPING_PROGRAMMING =
      TABLE.number("optimizedSlToVlMappingProgramming", 94, 2);
  public static final Field LIDS_PER_PORT = TABLE.number("lidsPerPort", 96, 16);
  public static final Field PARTITION_ENFORCEMENT_CAP =
      TABLE.number("partitionEnforcementCap", 112, 16);
  public static final Field INBOUND_ENFORCEMENT_CAP = TABLE.number("inboundEnforcementCap", 128, 1);
  public static final Field OUTBOUND_ENFORCEMENT_CAP =
      TABLE.number("outboundEnforcementCap", 129, 1);
  public static final Field FILTER_RAW_INBOUND_CAP = TABLE.number("filterRawInboundCap", 130, 1);
  public static final Field FILTER_RAW_OUTBOUND_CAP = TABLE.number("filterRawOutboundCap", 131, 1);
  public static final Field ENHANCED_PORT0 = TABLE.number("enhancedPort0", 132, 1);
  public static final Field MULTICAST_FDB_TOP =
      TABLE.reserved(133, 3).reserved(136, 8).hex("multicastFdbTop", 144, 16);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private SwitchInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SwitchInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SwitchInfo of(byte[] data) {
    return new SwitchInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SwitchInfo in(byte[] data, int offset) {
    return new SwitchInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** Entries of the linear forwarding table. */
  public int linearFdbCap() {
    return LINEAR_FDB_CAP.getInt(data, base);
  }

  public SwitchInfo linearFdbCap(int value) {
    LINEAR_FDB_CAP.setInt(data, base, value);
    return this;
  }

  public int randomFdbCap() {
    return RANDOM_FDB_CAP.getInt(data, base);
  }

  public SwitchInfo randomFdbCap(int value) {
    RANDOM_FDB_CAP.setInt(data, base, value);
    return this;
  }

  /** Entries of the multicast forwarding table. */
  public int multicastFdbCap() {
    return MULTICAST_FDB_CAP.getInt(data, base);
  }

  public SwitchInfo multicastFdbCap(int value) {
    MULTICAST_FDB_CAP.setInt(data, base, value);
    return this;
  }

  /** The highest LID the linear table is to be used for. */
  public int linearFdbTop() {
    return LINEAR_FDB_TOP.getInt(data, base);
  }

  public SwitchInfo linearFdbTop(int value) {
    LINEAR_FDB_TOP.setInt(data, base, value);
    return this;
  }

  public int defaultPort() {
    return DEFAULT_PORT.getInt(data, base);
  }

  public SwitchInfo defaultPort(int value) {
    DEFAULT_PORT.setInt(data, base, value);
    return this;
  }

  public int defaultMulticastPrimaryPort() {
    return DEFAULT_MULTICAST_PRIMARY_PORT.getInt(data, base);
  }

  public SwitchInfo defaultMulticastPrimaryPort(int value) {
    DEFAULT_MULTICAST_PRIMARY_PORT.setInt(data, base, value);
    return this;
  }

  public int defaultMulticastNotPrimaryPort() {
    return DEFAULT_MULTICAST_NOT_PRIMARY_PORT.getInt(data, base);
  }

  public SwitchInfo defaultMulticastNotPrimaryPort(int value) {
    DEFAULT_MULTICAST_NOT_PRIMARY_PORT.setInt(data, base, value);
    return this;
  }

  /** Packet life 4.096 us * 2^value; above 19 unlimited. */
  public int lifeTimeValue() {
    return LIFE_TIME_VALUE.getInt(data, base);
  }

  public SwitchInfo lifeTimeValue(int value) {
    LIFE_TIME_VALUE.setInt(data, base, value);
    return this;
  }

  /** Read: a port changed its state since this was cleared. Written: true clears it. */
  public boolean portStateChange() {
    return PORT_STATE_CHANGE.getFlag(data, base);
  }

  public SwitchInfo portStateChange(boolean value) {
    PORT_STATE_CHANGE.setFlag(data, base, value);
    return this;
  }

  /** Nonzero: one SLtoVL table can be set for many ports at once. */
  public int optimizedSlToVlMappingProgramming() {
    return OPTIMIZED_SL_TO_VL_MAPPING_PROGRAMMING.getInt(data, base);
  }

  public SwitchInfo optimizedSlToVlMappingProgramming(int value) {
    OPTIMIZED_SL_TO_VL_MAPPING_PROGRAMMING.setInt(data, base, value);
    return this;
  }

  public int lidsPerPort() {
    return LIDS_PER_PORT.getInt(data, base);
  }

  public SwitchInfo lidsPerPort(int value) {
    LIDS_PER_PORT.setInt(data, base, value);
    return this;
  }

  /** Entries of the P_Key table of an external port. */
  public int partitionEnforcementCap() {
    return PARTITION_ENFORCEMENT_CAP.getInt(data, base);
  }

  public SwitchInfo partitionEnforcementCap(int value) {
    PARTITION_ENFORCEMENT_CAP.setInt(data, base, value);
    return this;
  }

  public boolean inboundEnforcementCap() {
    return INBOUND_ENFORCEMENT_CAP.getFlag(data, base);
  }

  public SwitchInfo inboundEnforcementCap(boolean value) {
    INBOUND_ENFORCEMENT_CAP.setFlag(data, base, value);
    return this;
  }

  public boolean outboundEnforcementCap() {
    return OUTBOUND_ENFORCEMENT_CAP.getFlag(data, base);
  }

  public SwitchInfo outboundEnforcementCap(boolean value) {
    OUTBOUND_ENFORCEMENT_CAP.setFlag(data, base, value);
    return this;
  }

  public boolean filterRawInboundCap() {
    return FILTER_RAW_INBOUND_CAP.getFlag(data, base);
  }

  public SwitchInfo filterRawInboundCap(boolean value) {
    FILTER_RAW_INBOUND_CAP.setFlag(data, base, value);
    return this;
  }

  public boolean filterRawOutboundCap() {
    return FILTER_RAW_OUTBOUND_CAP.getFlag(data, base);
  }

  public SwitchInfo filterRawOutboundCap(boolean value) {
    FILTER_RAW_OUTBOUND_CAP.setFlag(data, base, value);
    return this;
  }

  public boolean enhancedPort0() {
    return ENHANCED_PORT0.getFlag(data, base);
  }

  public SwitchInfo enhancedPort0(boolean value) {
    ENHANCED_PORT0.setFlag(data, base, value);
    return this;
  }

  /** The highest multicast LID in use; 0xBFFF for none. */
  public int multicastFdbTop() {
    return MULTICAST_FDB_TOP.getInt(data, base);
  }

  public SwitchInfo multicastFdbTop(int value) {
    MULTICAST_FDB_TOP.setInt(data, base, value);
    return this;
  }
}
