package io.dateline.mad.attribute;

/** What a node is, seen from one of its ports (IBA Vol 1, 14.2.5.3). */
public final class NodeInfo extends AttributeView {
  public static final int BYTES = 40;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("NodeInfo", BYTES);

  public static final Field BASE_VERSION = TABLE.number("baseVersion", 0, 8);
  public static final Field CLASS_VERSION = TABLE.number("classVersion", 8, 8);
  public static final Field NODE_TYPE = TABLE.number("nodeType", 16, 8);
  public static final Field NUM_PORTS = TABLE.number("numPorts", 24, 8);
  public static final Field SYSTEM_IMAGE_GUID = TABLE.hex("systemImageGuid", 32, 64);
  public static final Field NODE_GUID = TABLE.hex("nodeGuid", 96, 64);
  public static final Field PORT_GUID = TABLE.hex("portGuid", 160, 64);
  public static final Field PARTITION_CAP = TABLE.number("partitionCap", 224, 16);
  public static final Field DEVICE_ID = TABLE.hex("deviceId", 240, 16);
  public static final Field REVISION = TABLE.hex("revision", 256, 32);
  public static final Field LOCAL_PORT_NUM = TABLE.number("localPortNum", 288, 8);
  public static final Field VENDOR_ID = TABLE.hex("vendorId", 296, 24);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private NodeInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public NodeInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static NodeInfo of(byte[] data) {
    return new NodeInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static NodeInfo in(byte[] data, int offset) {
    return new NodeInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int baseVersion() {
    return BASE_VERSION.getInt(data, base);
  }

  public NodeInfo baseVersion(int value) {
    BASE_VERSION.setInt(data, base, value);
    return this;
  }

  public int classVersion() {
    return CLASS_VERSION.getInt(data, base);
  }

  public NodeInfo classVersion(int value) {
    CLASS_VERSION.setInt(data, base, value);
    return this;
  }

  /** 1 channel adapter, 2 switch, 3 router. */
  public int nodeType() {
    return NODE_TYPE.getInt(data, base);
  }

  public NodeInfo nodeType(int value) {
    NODE_TYPE.setInt(data, base, value);
    return this;
  }

  /** Physical ports; a switch's port 0 is not counted. */
  public int numPorts() {
    return NUM_PORTS.getInt(data, base);
  }

  public NodeInfo numPorts(int value) {
    NUM_PORTS.setInt(data, base, value);
    return this;
  }

  public long systemImageGuid() {
    return SYSTEM_IMAGE_GUID.get(data, base);
  }

  public NodeInfo systemImageGuid(long value) {
    SYSTEM_IMAGE_GUID.set(data, base, value);
    return this;
  }

  public long nodeGuid() {
    return NODE_GUID.get(data, base);
  }

  public NodeInfo nodeGuid(long value) {
    NODE_GUID.set(data, base, value);
    return this;
  }

  /** GUID of the port that answered; of a switch, of its port 0. */
  public long portGuid() {
    return PORT_GUID.get(data, base);
  }

  public NodeInfo portGuid(long value) {
    PORT_GUID.set(data, base, value);
    return this;
  }

  /** Entries of the P_Key table of an end port. */
  public int partitionCap() {
    return PARTITION_CAP.getInt(data, base);
  }

  public NodeInfo partitionCap(int value) {
    PARTITION_CAP.setInt(data, base, value);
    return this;
  }

  public int deviceId() {
    return DEVICE_ID.getInt(data, base);
  }

  public NodeInfo deviceId(int value) {
    DEVICE_ID.setInt(data, base, value);
    return this;
  }

  public int revision() {
    return REVISION.getInt(data, base);
  }

  public NodeInfo revision(int value) {
    REVISION.setInt(data, base, value);
    return this;
  }

  /** The port by which the request came in. */
  public int localPortNum() {
    return LOCAL_PORT_NUM.getInt(data, base);
  }

  public NodeInfo localPortNum(int value) {
    LOCAL_PORT_NUM.setInt(data, base, value);
    return this;
  }

  public int vendorId() {
    return VENDOR_ID.getInt(data, base);
  }

  public NodeInfo vendorId(int value) {
    VENDOR_ID.setInt(data, base, value);
    return this;
  }
}
