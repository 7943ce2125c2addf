package io.dateline.sm.simulation;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.manager.SmControl;

/** Another subnet manager on the fabric, as far as others see it: it answers, and hands over. */
final class SimulatedRival {
  private static final int GUIDS = 8; // of a block

  private final World world;
  private final SimulatedFabric fabric;
  private final int port;
  private final int priority;
  private final SimulatedWire wire;
  private int state;

  /**
   * One at a port.
   *
   * @param state of {@link SmInfo}
   */
  SimulatedRival(World world, SimulatedFabric fabric, int port, int priority, int state) {
    this.world = world;
    this.fabric = fabric;
    this.port = port;
    this.priority = priority;
    this.state = state;
    wire = new SimulatedWire(world, fabric, new SimulatedWire.Weather(), port);
    wire.start(this::receive);
    wire.setSubnetManager(true);
  }

  int port() {
    return port;
  }

  private SmInfo own() {
    return new SmInfo()
        .guid(fabric.fabric().portGuid(port))
        .smKey(1)
        .priority(priority)
        .smState(state);
  }

  private void receive(MadPacket packet) {
    Mad mad = packet.mad();
    if (mad.attributeId() != AttributeId.SM_INFO || mad.isResponse()) {
      return;
    }
    if (mad.method() == Mad.SET && mad.attributeModifier() == SmControl.HANDOVER.modifier()) {
      world.note("rival   is handed the subnet");
      state = SmInfo.STATE_MASTER;
    } else if (mad.method() == Mad.SET
        && mad.attributeModifier() == SmControl.ACKNOWLEDGE.modifier()) {
      world.note("rival   has its handover acknowledged");
      state = SmInfo.STATE_STANDBY;
    }
    Mad answer = mad.copy().method(Mad.GET_RESP).status(0);
    if (answer.isDirectedRoute()) {
      answer.u16(4, Mad.DIRECTION_BIT);
    }
    own().copyTo(answer.bytes(), Mad.SMP_DATA);
    wire.send(packet.reply(answer));
  }

  /** Hands the subnet to the subnet manager at a port. */
  void handOver(int to) {
    Mad mad =
        Smp.set(
            Ways.between(fabric, port, to),
            AttributeId.SM_INFO,
            SmControl.HANDOVER.modifier(),
            0,
            own().bytes());
    state = SmInfo.STATE_STANDBY;
    wire.send(MadPacket.directed(mad.transactionId(77)));
  }

  /** Puts a key of its own on a port, without a lease. */
  void lock(int locked, long mKey) {
    set(locked, kept(locked).mKey(mKey).mKeyProtectBits(1).mKeyLeasePeriod(0));
  }

  /** Gives a port a LID, as its master, and takes off its key where the port shows it. */
  void address(int endPort, int lid) {
    PortInfo now = kept(endPort);
    long shown = now.mKeyProtectBits() == 0 ? now.mKey() : 0;
    int master = fabric.portInfo(port).lid();
    set(endPort, now.lid(lid).masterSmLid(master).mKey(0).mKeyProtectBits(0), shown);
  }

  /** Has a switch port drop packets whose P_Key is not in its table. */
  void enforce(int checking) {
    set(
        checking,
        kept(checking).partitionEnforcementInbound(true).partitionEnforcementOutbound(true));
  }

  /** PortInfo as it is, to be set: 0 is no change of a link. */
  private PortInfo kept(int port) {
    return PortInfo.of(fabric.portInfo(port).bytes().clone())
        .portState(0)
        .portPhysicalState(0)
        .linkSpeedEnabled(0)
        .linkWidthEnabled(0);
  }

  private void set(int target, PortInfo wanted) {
    set(target, wanted, 0);
  }

  private void set(int target, PortInfo wanted, long mKey) {
    DirectedRoute way = Ways.between(fabric, port, target);
    int number = fabric.fabric().portNumber(target);
    wire.send(
        MadPacket.directed(
            Smp.set(way, AttributeId.PORT_INFO, number, mKey, wanted.bytes()).transactionId(78)));
  }

  /** Gives a port an alias GUID, and takes back the others of its block. */
  void grant(int endPort, int index, long guid) {
    GuidInfo block = new GuidInfo().guidBlock(index % GUIDS, guid);
    DirectedRoute way = Ways.between(fabric, port, endPort);
    wire.send(
        MadPacket.directed(
            Smp.set(way, AttributeId.GUID_INFO, index / GUIDS, 0, block.bytes())
                .transactionId(79)));
  }

  void end() {
    wire.close();
  }
}
