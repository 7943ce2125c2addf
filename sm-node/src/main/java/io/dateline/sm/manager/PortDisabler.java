package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.MadNames;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.fair.Babblers.Endless;
import io.dateline.sm.fair.BabblingPortPolicy;
import io.dateline.sm.fair.BabblingPortPolicy.Ruling;
import io.dateline.sm.fair.DisabledPort;
import io.dateline.sm.fair.DisabledPorts;
import io.dateline.sm.link.ExtendedSpeeds;
import io.dateline.sm.subnet.SubnetView;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disables ports that babble without end, as {@link BabblingPortPolicy} rules:
 *
 * <pre>
 *   Get(PortInfo) through the cable    is the host still there, and no subnet manager?
 *   Get(PortInfo) of the switch port   all its components stay, but for
 *   Set(PortInfo) of the switch port   PortPhysicalState: Disabled (IBA Vol 1, 14.2.5.6)
 * </pre>
 *
 * <p>A switch does not tell of what was set (PortStateChange, 14.2.5.4), so a heavy sweep is asked
 * for. Nothing here enables a port again. Runs on the exchange's thread, as its answers do.
 */
public final class PortDisabler implements Consumer<Endless> {
  private static final Logger LOG = LoggerFactory.getLogger(PortDisabler.class);

  private final FabricAccess access;
  private final SmStanding standing;
  private final Supplier<SubnetView> view; // null while there is none
  private final Supplier<Peers> peers;
  private final DisabledPorts disabled;
  private final Consumer<SmCommand> manager;
  private final Set<Long> underWay = new HashSet<>(); // GUIDs of hosts' ports

  public PortDisabler(
      FabricAccess access,
      SmStanding standing,
      Supplier<SubnetView> view,
      Supplier<Peers> peers,
      DisabledPorts disabled,
      Consumer<SmCommand> manager) {
    this.access = access;
    this.standing = standing;
    this.view = view;
    this.peers = peers;
    this.disabled = disabled;
    this.manager = manager;
  }

  /**
   * What is to be done.
   *
   * @param lid base LID of the host's port
   * @param hostNumber number of the host's port
   * @param route to the switch
   * @param modifier of the switch port's PortInfo
   * @param generation of the view that was ruled on
   */
  private record Order(
      Endless endless,
      DisabledPort port,
      int lid,
      int hostNumber,
      DirectedRoute route,
      int modifier,
      long generation) {
    String where() {
      return "port %d of switch %s".formatted(port.switchPort(), Guid.format(port.switchGuid()));
    }
  }

  @Override
  public void accept(Endless endless) {
    SubnetView now = view.get();
    Peers own = peers.get();
    Ruling ruling =
        BabblingPortPolicy.rule(
            now, endless.babbler().lid(), endless.portNumber(), guid -> isOwn(guid, own));
    switch (ruling) {
      case Ruling.Spare spare -> spare(endless, spare.reason());
      case Ruling.Disable disable -> begin(endless, disable, now);
    }
  }

  private boolean isOwn(long portGuid, Peers own) {
    return portGuid == access.exchange().port().portGuid()
        || own.members().contains(portGuid)
        || own.former().contains(portGuid);
  }

  private void begin(Endless endless, Ruling.Disable disable, SubnetView now) {
    Fabric fabric = now.fabric();
    DisabledPort port =
        new DisabledPort(
            fabric.portGuid(disable.hostPort()),
            fabric.nodeGuid(fabric.nodeOf(disable.switchPort())),
            fabric.portNumber(disable.switchPort()));
    DirectedRoute route = access.route(port.switchGuid()).orElse(null);
    if (underWay.contains(port.portGuid()) || disabled.contains(port.portGuid())) {
      return; // traps that were on their way
    }
    if (disabled.isFull()) {
      spare(endless, "too many ports are disabled already");
    } else if (route == null || route.hopCount() == DirectedRoute.HOPS_MAX) {
      spare(endless, "no way leads to it");
    } else {
      underWay.add(port.portGuid());
      lookThroughCable(
          new Order(
              endless,
              port,
              now.lids().baseLid(disable.hostPort()),
              fabric.portNumber(disable.hostPort()),
              route,
              ExtendedSpeeds.modifier(fabric, now.attributes().portInfo(), disable.switchPort()),
              now.generation()));
    }
  }

  /** The view may be out of date: another host may be at the port now, or a subnet manager. */
  private void lookThroughCable(Order order) {
    Mad get =
        Smp.get(
            order.route.then(order.port.switchPort()),
            AttributeId.PORT_INFO,
            order.hostNumber,
            access.portKey(order.port.portGuid()));
    request(
        order,
        get,
        answer -> {
          PortInfo host = PortInfo.of(answer);
          if (host.lid() != order.lid) {
            giveUp(order, "another port is at its place");
          } else if (BabblingPortPolicy.isManager(host)) {
            giveUp(order, "a subnet manager has come to its host");
          } else {
            readSwitchPort(order);
          }
        });
  }

  private void readSwitchPort(Order order) {
    Mad get =
        Smp.get(
            order.route,
            AttributeId.PORT_INFO,
            order.modifier,
            access.mKey(order.port.switchGuid()));
    request(order, get, answer -> disable(order, answer));
  }

  private void disable(Order order, byte[] read) {
    if (!standing.isInCharge() || standing.isLeaving()) {
      giveUp(order, "another node manages the subnet now");
      return;
    }
    PortInfo wanted =
        PortInfo.of(read)
            .portState(PortState.NO_CHANGE)
            .portPhysicalState(PortPhysicalState.DISABLED)
            .clientReregister(false);
    Mad set =
        Smp.set(
            order.route,
            AttributeId.PORT_INFO,
            order.modifier,
            access.mKey(order.port.switchGuid()),
            wanted.bytes());
    request(order, set, answer -> end(order));
  }

  private void end(Order order) {
    underWay.remove(order.port.portGuid());
    disabled.add(order.port, order.generation);
    String where = order.where();
    LOG.warn(
        "Port {} (LID {}) babbled without end: {}, where it is, was disabled",
        Guid.format(order.port.portGuid()),
        order.lid,
        where);
    manager.accept(new SmCommand.Sweep(where + " was disabled, for its host babbled"));
  }

  private void request(Order order, Mad mad, Consumer<byte[]> onAnswer) {
    access
        .exchange()
        .request(
            MadRequest.of(MadPacket.directed(mad), order.port.switchGuid()),
            outcome -> {
              switch (outcome) {
                case MadOutcome.Answered answered -> onAnswer.accept(Smp.data(answered.reply()));
                case MadOutcome.Refused refused ->
                    giveUp(order, "refused with " + MadNames.status(refused.reply().status()));
                case MadOutcome.TimedOut timedOut -> timedOut(order, mad, timedOut.tries());
                case MadOutcome.Rejected rejected -> giveUp(order, rejected.reason());
              }
            });
  }

  private void timedOut(Order order, Mad mad, int tries) {
    giveUp(order, "not answered in %d tries".formatted(tries));
    if (mad.method() == Mad.SET && order.endless.isFirst()) {
      // The answer may have been lost, and then no more traps come, either.
      manager.accept(new SmCommand.Sweep(order.where() + " may be disabled"));
    }
  }

  /** It is tried again when as many traps have come once more. */
  private void giveUp(Order order, String reason) {
    underWay.remove(order.port.portGuid());
    spare(order.endless, reason);
  }

  private void spare(Endless endless, String reason) {
    if (endless.isFirst()) {
      LOG.warn(
          "Port {} (LID {}) babbles without end, and is not disabled: {}",
          Guid.format(endless.babbler().port()),
          endless.babbler().lid(),
          reason);
    }
  }
}
