package io.dateline.sm.fair;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.subnet.SubnetView;
import java.util.function.LongPredicate;

/**
 * Whether a port that babbles without end is disabled (OpenSM: babbling_port_policy). Pure. Only
 * the cable of a host is cut, at its switch, whatever its traps say. OpenSM looks at traps 129 to
 * 131 alone, and cuts any cable, those between switches and those of subnet managers, too.
 *
 * <pre>
 *   switch                           host
 *     port 0                           port: babbles, or
 *     port 5  <-- disabled ---------   the switch babbles of its port 5
 * </pre>
 */
public final class BabblingPortPolicy {
  private BabblingPortPolicy() {}

  /** What is done about a port. */
  public sealed interface Ruling {
    /**
     * A port of a switch is disabled.
     *
     * @param hostPort index of the port at the other end
     */
    record Disable(int switchPort, int hostPort) implements Ruling {}

    /** Nothing is. */
    record Spare(String reason) implements Ruling {}
  }

  /**
   * Rules on a port.
   *
   * @param view the newest, null while there is none
   * @param lid that the traps come from
   * @param portNumber that they name, 0 for none; of meaning only at a switch
   * @param isManagers of a port GUID: whether it is a port of a subnet manager of this cluster
   */
  public static Ruling rule(SubnetView view, int lid, int portNumber, LongPredicate isManagers) {
    int sender = view == null ? Fabric.NONE : view.lids().port(lid);
    if (sender == Fabric.NONE) {
      return new Ruling.Spare("it is not known which port has LID " + lid);
    }
    Fabric fabric = view.fabric();
    int node = fabric.nodeOf(sender);
    if (!fabric.isSwitch(node)) {
      return cut(view, sender, isManagers);
    }
    if (portNumber == 0 || portNumber > fabric.externalPortCount(node)) {
      return new Ruling.Spare("it is a switch, and its traps name no port of it");
    }
    int peer = fabric.peer(fabric.port(node, portNumber));
    if (peer == Fabric.NONE) {
      return new Ruling.Spare("nothing is known at port %d, which it names".formatted(portNumber));
    }
    return cut(view, peer, isManagers);
  }

  private static Ruling cut(SubnetView view, int hostPort, LongPredicate isManagers) {
    Fabric fabric = view.fabric();
    int host = fabric.nodeOf(hostPort);
    if (fabric.type(host) != NodeType.CA) {
      return new Ruling.Spare(
          "the cable is that of another switch or a router, " + Guid.format(fabric.nodeGuid(host)));
    }
    if (hasManager(view, host, isManagers)) {
      return new Ruling.Spare(
          "there is a subnet manager at its host, " + Guid.format(fabric.nodeGuid(host)));
    }
    if (fabric.switchAt(hostPort) == Fabric.NONE) {
      return new Ruling.Spare("it is at no switch");
    }
    return new Ruling.Disable(fabric.peer(hostPort), hostPort);
  }

  private static boolean hasManager(SubnetView view, int host, LongPredicate isManagers) {
    Fabric fabric = view.fabric();
    for (int number = 1; number <= fabric.externalPortCount(host); number++) {
      int port = fabric.port(host, number);
      byte[] info = view.attributes().portInfo()[port];
      if (isManagers.test(fabric.portGuid(port))
          || (info != null && isManager(PortInfo.of(info)))
          || view.managers().stream().anyMatch(manager -> manager.port() == port)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a subnet manager says that it is at this port. */
  public static boolean isManager(PortInfo info) {
    return (info.capabilityMask() & CapabilityMask.IS_SM) != 0;
  }
}
