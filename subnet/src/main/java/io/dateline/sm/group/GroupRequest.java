package io.dateline.sm.group;

import io.dateline.mad.attribute.Field;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.sm.change.ChangeRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A port asks that one joins or leaves a group: what was asked, and what the rules have to know of
 * the subnet. Immutable; stays on its node.
 *
 * @param isJoin whether it joins
 * @param componentMask what of {@code asked} counts
 * @param asked as it came in, read only
 * @param port the port of PortGID, which may have an alias GUID there; empty where the subnet has
 *     none of that GUID
 * @param requester the port that asks
 * @param sharesPartition whether the two are in one partition
 * @param subnet what there is for all groups
 */
public record GroupRequest(
    boolean isJoin,
    long componentMask,
    McMemberRecord asked,
    Optional<Port> port,
    Port requester,
    boolean sharesPartition,
    Subnet subnet)
    implements AskedGroup, ChangeRequest {

  /**
   * An end port.
   *
   * @param guid PortGUID
   * @param mtu code of what its link can
   * @param rate code of what its link can
   * @param holdsKey whether it is in the partition of a P_Key, as whatever member
   * @param aliases its other GUIDs, by each of which it may be a member
   */
  public record Port(long guid, int mtu, int rate, IntPredicate holdsKey, List<Long> aliases) {}

  /**
   * What groups of a subnet can be.
   *
   * @param prefix of its GIDs
   * @param mlidMax the largest multicast LID that all its switches can forward by
   * @param packetLife code of what a packet may need
   * @param serviceLevels what the routing has a tree for, or nothing where it does not care
   */
  public record Subnet(
      long prefix, int mlidMax, int packetLife, Optional<List<Integer>> serviceLevels) {}

  @Override
  public long requesterGuid() {
    return requester.guid();
  }

  /** The GUID that is or becomes a member. */
  long memberGuid() {
    return asked.portGid().interfaceId();
  }

  /** Whether the port that asks is the one it asks for. */
  boolean isForItself() {
    return port.map(Port::guid).orElse(memberGuid()) == requester.guid();
  }

  @Override
  public boolean has(Field component) {
    return (componentMask & component.mask()) != 0;
  }

  @Override
  public int value(Field component) {
    return component.getInt(asked.bytes(), 0);
  }

  boolean hasAll(Field... components) {
    for (Field component : components) {
      if (!has(component)) {
        return false;
      }
    }
    return true;
  }
}
