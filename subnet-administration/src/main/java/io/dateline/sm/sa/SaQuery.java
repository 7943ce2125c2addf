package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.RecordMatcher;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import io.dateline.sm.group.AskedGroup;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.subnet.SubnetView;
import java.util.Optional;

/**
 * A request that was let in: what it asks, for which port, and what that port may know. Immutable.
 */
final class SaQuery implements AskedGroup {
  private static final int[] NO_PORTS = {};

  private final SubnetIndex index;
  private final Register register;
  private final SaRequest request;
  private final Mad mad;
  private final long mask;
  private final int requester;
  private final boolean isTrusted;

  /**
   * @param requester the end port that asks
   * @param isTrusted whether it knew the SM_Key
   */
  SaQuery(
      SubnetIndex index, Register register, SaRequest request, int requester, boolean isTrusted) {
    this.index = index;
    this.register = register;
    this.request = request;
    this.requester = requester;
    this.isTrusted = isTrusted;
    mad = request.mad();
    mask = request.componentMask();
  }

  private SaQuery(SaQuery like, Mad mad) {
    index = like.index;
    register = like.register;
    request = like.request.with(mad);
    requester = like.requester;
    isTrusted = like.isTrusted;
    this.mad = mad;
    mask = SaHeader.of(mad).componentMask();
  }

  /** Another question of the same requester. */
  SaQuery with(Mad question) {
    return new SaQuery(this, question);
  }

  /** Whether it came by RMPP. */
  boolean isRmpp() {
    return SaHeader.of(mad).isRmppActive();
  }

  SaRequest request() {
    return request;
  }

  SubnetIndex index() {
    return index;
  }

  GroupBook groups() {
    return register.groups();
  }

  RegistrationBook registrations() {
    return register.registrations();
  }

  /** The end port that answers to a GUID, its own or an alias; {@link Fabric#NONE} if none. */
  int endPort(long guid) {
    return register.registrations().aliases().endPort(fabric(), guid);
  }

  int requester() {
    return requester;
  }

  /** PortGUID of the end port that asks. */
  long requesterGuid() {
    return fabric().portGuid(requester);
  }

  /** The queue pair that asks. */
  int queuePair() {
    return request.queuePair();
  }

  /** The source GID of its GRH, if it came with one. */
  Optional<Gid> sourceGid() {
    return request.sourceGid();
  }

  /** When it asks, ms since 1970. */
  long atMs() {
    return request.atMs();
  }

  long componentMask() {
    return mask;
  }

  /** The bytes of the record asked with, copied. */
  byte[] data() {
    return Sa.data(mad);
  }

  SubnetView view() {
    return index.view();
  }

  Fabric fabric() {
    return index.view().fabric();
  }

  int method() {
    return mad.method();
  }

  int attributeId() {
    return mad.attributeId();
  }

  int attributeModifier() {
    return mad.attributeModifier();
  }

  boolean isTrusted() {
    return isTrusted;
  }

  /** Whether the ComponentMask selects the component. */
  @Override
  public boolean has(Field component) {
    return (mask & component.mask()) != 0;
  }

  /** The value asked for, of a component of up to 32 bits. */
  @Override
  public int value(Field component) {
    return component.getInt(mad.bytes(), Mad.SA_DATA);
  }

  /** The value asked for. */
  long value64(Field component) {
    return component.get(mad.bytes(), Mad.SA_DATA);
  }

  /** The GID asked for. */
  Gid gid(Field gid) {
    return new Gid(half(gid, 0), half(gid, 8));
  }

  /** The upper (0) or lower (8) half of a GID asked for. */
  long half(Field gid, int byteOffset) {
    return gid.getHalf(mad.bytes(), Mad.SA_DATA, byteOffset);
  }

  /**
   * Whether a record has every component asked for, but those of {@code except}, which the caller
   * has compared in another way.
   */
  boolean matches(AttributeLayout layout, byte[] records, int offset, long except) {
    return RecordMatcher.matches(layout, records, offset, mad.bytes(), Mad.SA_DATA, mask & ~except);
  }

  /** The end ports with the LID asked for (one or none), all of them where none was asked for. */
  int[] endPorts(Field lid) {
    if (!has(lid)) {
      return fabric().endPorts();
    }
    int port = view().lids().port(value(lid));
    return port == Fabric.NONE ? NO_PORTS : new int[] {port};
  }

  /**
   * Whether the requester may know of an end port: it has a LID, and they share a partition (IBA
   * Vol 1, 15.4.1.2). What belongs to a switch is judged by its port 0.
   */
  boolean maySee(int endPort) {
    return view().lids().baseLid(endPort) != Lid.NONE
        && (endPort == requester || keysOf(requester).shares(keysOf(endPort)));
  }

  PartitionKeys keysOf(int endPort) {
    return index.keys(endPort);
  }
}
