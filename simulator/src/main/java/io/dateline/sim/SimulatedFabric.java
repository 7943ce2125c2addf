package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SlToVlMappingTable;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * An InfiniBand subnet in memory that answers subnet management packets as real nodes do. It is
 * built from a {@link Fabric}, whose node and port indices it uses, and begins as a subnet that has
 * just been switched on: links in Init, no LIDs, empty tables.
 *
 * <p>One thread at a time: a caller that has its own loop, or {@link Simulator}, which is such a
 * loop. Everything happens inside the call that causes it; the clock is what {@link #advance} was
 * last told. So the same calls give the same bytes, always. A receiver called from here must not
 * call back.
 *
 * <p>Long because it is the one door to the simulation; what is behind it is in other classes.
 */
public final class SimulatedFabric {
  private record Delayed(
      long dueMs, long order, Attachment receiver, MadPacket packet, int lengthBytes)
      implements Comparable<Delayed> {
    @Override
    public int compareTo(Delayed other) {
      return dueMs == other.dueMs
          ? Long.compare(order, other.order)
          : Long.compare(dueMs, other.dueMs);
    }
  }

  /** Is told of every Set that reaches a node's agent. */
  @FunctionalInterface
  public interface SetObserver {
    /**
     * A Set was answered, or refused because of its M_Key.
     *
     * @param senderPort that the program which sent it is attached to
     * @param port that it arrived at
     * @param set as it was sent; not to be kept
     * @param refused whether its M_Key was not the port's
     */
    void onSet(int senderPort, int port, Mad set, boolean refused);
  }

  /** Is told of every Get that a node's agent answers. */
  @FunctionalInterface
  public interface GetObserver {
    /**
     * A Get is about to be answered.
     *
     * @param senderPort that the program which sent it is attached to
     * @param port that it arrived at
     * @param attributeId that is asked for
     */
    void onGet(int senderPort, int port, int attributeId);
  }

  private final Fabric fabric;
  private final SimulatedState state;
  private final Links links;
  private final PacketWalk walk;
  private final MKeyGuard keys;
  private final ManagementAgent management;
  private final PerformanceAgent performance;
  private final TrapAgent traps;
  private final LinkFaults faults = new LinkFaults();
  private final Int2ObjectOpenHashMap<PortClients> clients =
      new Int2ObjectOpenHashMap<>(); // by port
  private final PriorityQueue<Delayed> delayed = new PriorityQueue<>();
  private SetObserver setObserver; // or null
  private GetObserver getObserver; // or null
  private long nowMs;
  private long delayedOrder;
  private long sent;
  private long answered;
  private long forwarded;
  private long lost;

  /** A subnet of {@link SimulationOptions#DEFAULT} nodes. */
  public SimulatedFabric(Fabric fabric) {
    this(fabric, SimulationOptions.DEFAULT);
  }

  public SimulatedFabric(Fabric fabric, SimulationOptions options) {
    this.fabric = fabric;
    state = new SimulatedState(fabric, options);
    links = new Links(state);
    walk = new PacketWalk(state);
    keys = new MKeyGuard(state);
    management = new ManagementAgent(state, links, keys);
    performance = new PerformanceAgent(state);
    traps = new TrapAgent(state, this::carryTrap);
    for (int node = 0; node < fabric.nodeCount(); node++) {
      state.reset(node);
      state.powered[node] = true;
    }
    for (int port = 0; port < fabric.portCount(); port++) {
      if (fabric.peer(port) >= port) {
        links.train(port);
      }
    }
    state.changedSwitches.clear(); // nothing there yet that could be told
  }

  /** The topology it began with. What is plugged in now says {@link #peer}. */
  public Fabric fabric() {
    return fabric;
  }

  // Programs and their MADs.

  /**
   * The port of a node that a program is attached to when it names only the node: port 0 of a
   * switch, the first port with a cable of anything else; {@link Fabric#NONE} if it has no port.
   */
  public int portForPrograms(int node) {
    if (fabric.isSwitch(node)) {
      return fabric.port(node, 0);
    }
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      if (peer(fabric.port(node, number)) != Fabric.NONE) {
        return fabric.port(node, number);
      }
    }
    return fabric.externalPortCount(node) == 0 ? Fabric.NONE : fabric.port(node, 1);
  }

  /**
   * Attaches a program to a port: an external one of a channel adapter or router, port 0 of a
   * switch. Several may share a port.
   *
   * @param takesEverything whether it gets MADs of any class, not only of those it has used
   * @param receiver called for every MAD that reaches it, which is then its own
   * @throws IllegalArgumentException if programs cannot be attached to that port
   */
  public Attachment attach(int port, boolean takesEverything, Consumer<MadPacket> receiver) {
    return open(port, takesEverything, (packet, unused) -> receiver.accept(packet));
  }

  /** Attaches a program behind the umad interface, which wants to know how much of a MAD counts. */
  Attachment attachUmad(int port, Attachment.Receiver receiver) {
    return open(port, false, receiver);
  }

  private Attachment open(int port, boolean takesEverything, Attachment.Receiver receiver) {
    boolean isSwitch = fabric.isSwitch(fabric.nodeOf(port));
    if (isSwitch != (fabric.portNumber(port) == 0)) {
      throw new IllegalArgumentException(
          "programs attach to port 0 of a switch, or an external port of anything else; not to "
              + NodeNames.port(fabric, port));
    }
    Attachment attachment = new Attachment(port, takesEverything, receiver);
    clients.computeIfAbsent(port, unused -> new PortClients()).add(attachment);
    return attachment;
  }

  /** Detaches a program; if it was the port's last SM, the port is none any more. */
  public void detach(Attachment attachment) {
    PortClients here = clients.get(attachment.port());
    if (here == null) {
      return;
    }
    here.remove(attachment);
    updateIsSm(attachment.port());
    if (here.isEmpty()) {
      clients.remove(attachment.port());
    }
  }

  /** Sets or clears IsSM for a program, and with it the capability bit of its port. */
  public void setSubnetManager(Attachment attachment, boolean isSm) {
    attachment.setSubnetManager(isSm);
    updateIsSm(attachment.port());
  }

  private void updateIsSm(int port) {
    PortInfo info = state.portInfo(port);
    PortClients here = clients.get(port);
    boolean isSm = here != null && here.hasSubnetManager();
    int mask =
        isSm
            ? info.capabilityMask() | CapabilityMask.IS_SM
            : info.capabilityMask() & ~CapabilityMask.IS_SM;
    if (mask != info.capabilityMask()) {
      info.capabilityMask(mask);
      traps.capabilityMask(port, nowMs);
    }
  }

  /**
   * Sends a MAD of a program, whose bytes are the simulation's from then on.
   *
   * @return false if it or the node's answer to it came nowhere, so that no answer will come
   */
  public boolean send(Attachment from, MadPacket packet) {
    return send(from, packet, Mad.BYTES);
  }

  /** As the other, with the number of bytes that count, which another program will be told. */
  boolean send(Attachment from, MadPacket packet, int lengthBytes) {
    sent++;
    Mad mad = packet.mad();
    from.sends(mad.managementClass());
    boolean isDirected = mad.isDirectedRoute();
    boolean isSmp = isDirected || mad.managementClass() == Mad.CLASS_SUBN_LID;
    if (!state.powered[fabric.nodeOf(from.port())]
        || isSmp != (packet.remoteQueuePair() == 0) // programs have queue pairs of their own, too
        || (isDirected && mad.isReturning() != mad.isResponse())) {
      return lose();
    }
    walk.start();
    int arrival;
    if (!isDirected) {
      arrival =
          walk.byLid(from.port(), packet.remoteLid(), isSmp ? PortState.INIT : PortState.ARMED);
    } else if (mad.isReturning()) {
      arrival = walk.homeward(from.port(), mad, packet.remoteLid());
    } else {
      arrival = walk.outward(from.port(), mad, packet.remoteLid());
    }
    if (arrival == PacketWalk.LOST || faults.loses(walk.hops())) {
      return lose();
    }
    int sourceLid = isDirected ? walk.sourceLid() : state.lid(from.port());
    boolean gotThrough = arrive(from, packet, lengthBytes, arrival, sourceLid, isSmp);
    raiseLinkTraps();
    return gotThrough;
  }

  private boolean arrive(
      Attachment from,
      MadPacket packet,
      int lengthBytes,
      int arrival,
      int sourceLid,
      boolean isSmp) {
    Mad mad = packet.mad();
    if (mad.method() == Mad.TRAP_REPRESS
        && isSmp
        && traps.repress(state.managementPort(arrival), mad)) {
      answered++;
      return true;
    }
    if (isSmp && isForAgent(mad)) {
      return answerSmp(from, packet, arrival, sourceLid);
    }
    if (mad.managementClass() == PerformanceAgent.CLASS && !mad.isResponse()) {
      return answerPerformance(from, packet, arrival, sourceLid);
    }
    return forward(from, packet, lengthBytes, arrival, sourceLid);
  }

  /** Whether a node's management agent has to do with an SMP, rather than the SM on its host. */
  private static boolean isForAgent(Mad smp) {
    return !smp.isResponse()
        && smp.method() != Mad.TRAP
        && smp.attributeId() != AttributeId.SM_INFO;
  }

  private boolean answerSmp(Attachment from, MadPacket packet, int arrival, int sourceLid) {
    Mad mad = packet.mad();
    // The answer overwrites it.
    Mad set = setObserver != null && mad.method() == Mad.SET ? mad.copy() : null;
    if (getObserver != null && mad.method() == Mad.GET) {
      getObserver.onGet(from.port(), arrival, mad.attributeId());
    }
    boolean refused = !management.answer(mad, arrival, nowMs);
    if (set != null) {
      setObserver.onSet(from.port(), arrival, set, refused);
    }
    if (refused) {
      traps.badMKey(arrival, mad, sourceLid, nowMs);
      return lose();
    }
    walk.start();
    int home =
        mad.isDirectedRoute()
            ? walk.homeward(state.managementPort(arrival), mad, sourceLid)
            : walk.byLid(state.managementPort(arrival), sourceLid, PortState.INIT);
    return reply(from, packet, home);
  }

  private boolean answerPerformance(Attachment from, MadPacket packet, int arrival, int sourceLid) {
    performance.answer(packet.mad(), arrival);
    walk.start();
    return reply(
        from, packet, walk.byLid(state.managementPort(arrival), sourceLid, PortState.ARMED));
  }

  private boolean reply(Attachment from, MadPacket packet, int home) {
    if (home == PacketWalk.LOST
        || state.managementPort(home) != from.port()
        || faults.loses(walk.hops())) {
      return lose();
    }
    answered++;
    deliver(from, packet, Mad.BYTES);
    return true;
  }

  private boolean forward(
      Attachment from, MadPacket packet, int lengthBytes, int arrival, int sourceLid) {
    Mad mad = packet.mad();
    PortClients there = clients.get(state.managementPort(arrival));
    Attachment receiver = there == null ? null : there.receiver(mad);
    if (receiver == null) {
      return lose();
    }
    if (!mad.isResponse()) {
      clients.get(from.port()).asks(from, mad.transactionId());
    }
    forwarded++;
    deliver(
        receiver,
        new MadPacket(
            mad, packet.remoteQueuePair(), sourceLid, packet.queuePair(), packet.serviceLevel()),
        lengthBytes);
    return true;
  }

  private void deliver(Attachment receiver, MadPacket packet, int lengthBytes) {
    if (faults.duplicates()) {
      enqueueOrReceive(
          receiver,
          new MadPacket(
              packet.mad().copy(),
              packet.queuePair(),
              packet.remoteLid(),
              packet.remoteQueuePair(),
              packet.serviceLevel()),
          lengthBytes);
    }
    enqueueOrReceive(receiver, packet, lengthBytes);
  }

  private void enqueueOrReceive(Attachment receiver, MadPacket packet, int lengthBytes) {
    if (faults.delayMs() == 0) {
      receiver.receive(packet, lengthBytes);
    } else {
      delayed.add(
          new Delayed(nowMs + faults.delayMs(), delayedOrder++, receiver, packet, lengthBytes));
    }
  }

  private boolean lose() {
    lost++;
    return false;
  }

  private void carryTrap(int port, Mad trap) {
    walk.start();
    int arrival = walk.byLid(port, state.masterSmLid(port), PortState.INIT);
    PortClients there =
        arrival == PacketWalk.LOST || faults.loses(walk.hops())
            ? null
            : clients.get(state.managementPort(arrival));
    Attachment receiver = there == null ? null : there.receiver(trap);
    if (receiver == null) {
      lost++;
      return;
    }
    deliver(
        receiver,
        new MadPacket(trap, 0, state.lid(port), 0, state.portInfo(port).masterSmSl()),
        Mad.BYTES);
  }

  private void raiseLinkTraps() {
    while (!state.changedSwitches.isEmpty()) {
      traps.linkState(state.changedSwitches.removeFirstInt(), nowMs);
    }
  }

  /**
   * What a port's own agent answers to a Get that no program sent: 64 bytes. As software on the
   * host asks its driver, without a key.
   */
  byte[] ask(int port, Mad get) {
    return management.answerLocally(get, port) ? Smp.data(get) : null;
  }

  // Time.

  /**
   * Moves the clock on, never back, and does what is due: delayed packets, traps that were not
   * repressed, leases of M_Keys.
   */
  public void advance(long newNowMs) {
    nowMs = Math.max(nowMs, newNowMs);
    while (!delayed.isEmpty() && delayed.peek().dueMs() <= nowMs) {
      Delayed due = delayed.remove();
      due.receiver().receive(due.packet(), due.lengthBytes());
    }
    keys.advance(nowMs);
    traps.advance(nowMs);
  }

  /** When {@link #advance} has something to do, {@link Long#MAX_VALUE} for never. */
  public long nextDeadlineMs() {
    long next = Math.min(keys.nextDeadlineMs(), traps.nextDeadlineMs());
    return delayed.isEmpty() ? next : Math.min(next, delayed.peek().dueMs());
  }

  // Events.

  /** Pulls out the cable at a port; false where there is none. */
  public boolean unlink(int port) {
    boolean done = links.unplug(port);
    raiseLinkTraps();
    return done;
  }

  /** Plugs the cable in again that was last pulled out at a port; false where that cannot be. */
  public boolean relink(int port) {
    boolean done = links.replug(port);
    raiseLinkTraps();
    return done;
  }

  /** Puts a cable between two external ports; false where one of them has a cable already. */
  public boolean link(int a, int b) {
    boolean done = fabric.portNumber(a) != 0 && fabric.portNumber(b) != 0 && links.plug(a, b);
    raiseLinkTraps();
    return done;
  }

  /**
   * Switches a node off: its links drop at the far sides, and it answers nothing. Nodes that are to
   * come later are switched off before a client attaches. False if it is off already.
   */
  public boolean nodeDown(int node) {
    if (!state.powered[node]) {
      return false;
    }
    state.powered[node] = false;
    for (int number = 0; number <= fabric.externalPortCount(node); number++) {
      links.drop(fabric.port(node, number));
      keys.forget(fabric.port(node, number));
    }
    raiseLinkTraps();
    return true;
  }

  /**
   * Switches a node on again, with nothing of what it knew: no LIDs, keys or tables. False if it is
   * on already.
   */
  public boolean nodeUp(int node) {
    if (state.powered[node]) {
      return false;
    }
    state.reset(node);
    state.powered[node] = true;
    for (int number = 0; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      if (clients.containsKey(port)) {
        updateIsSm(port);
      }
      links.train(port);
    }
    raiseLinkTraps();
    return true;
  }

  /** Loses MADs that cross a link, each with probability {@code rate}. */
  public void loss(double rate, long seed) {
    faults.loss(rate, seed);
  }

  /** Delivers MADs twice, each with probability {@code rate}. */
  public void duplicate(double rate, long seed) {
    faults.duplicate(rate, seed);
  }

  /** Delivers every MAD that much later. */
  public void delay(long ms) {
    faults.delay(ms);
  }

  /** Shows every Set from now on to an observer, which must not call back. */
  public void onSet(SetObserver observer) {
    setObserver = observer;
  }

  /** Tells an observer of every Get from now on, which must not call back. */
  public void onGet(GetObserver observer) {
    getObserver = observer;
  }

  /**
   * Has a port's node report errors at it.
   *
   * @param trapNumber 129 link integrity, 130 buffer overrun, 131 flow control
   * @throws IllegalArgumentException for any other trap
   */
  public void portError(int port, int trapNumber) {
    if (trapNumber < TrapNumber.LINK_INTEGRITY || trapNumber > TrapNumber.FLOW_CONTROL_WATCHDOG) {
      throw new IllegalArgumentException("a port reports traps 129 to 131, not " + trapNumber);
    }
    traps.portError(port, trapNumber, nowMs);
  }

  /** Has a node call itself otherwise, and its first port that is up tell so. */
  public void rename(int node, String description) {
    state.descriptions[node] = description;
    if (fabric().isSwitch(node)) {
      traps.nodeDescription(fabric().port(node, 0), nowMs);
      return;
    }
    for (int number = 1; number <= fabric().externalPortCount(node); number++) {
      int port = fabric().port(node, number);
      if (peer(port) != Fabric.NONE) {
        traps.nodeDescription(port, nowMs);
        return;
      }
    }
  }

  // What is.

  public boolean isUp(int node) {
    return state.powered[node];
  }

  /** The port at the other end of the cable now, or {@link Fabric#NONE}. */
  public int peer(int port) {
    return state.cables[port];
  }

  /** A value of {@link PortState}. */
  public int portState(int port) {
    return state.portState(port);
  }

  /** The base LID of an end port, {@link Lid#NONE} if it has none. */
  public int lid(int port) {
    return state.lid(port);
  }

  /** A copy of a port's PortInfo. */
  public PortInfo portInfo(int port) {
    return PortInfo.of(state.portInfo(port).bytes());
  }

  /** A copy of a switch's SwitchInfo. */
  public SwitchInfo switchInfo(int node) {
    return SwitchInfo.of(state.switchInfo(node).bytes());
  }

  /** The port number a switch sends a unicast LID to; 255 if it has no way. */
  public int route(int switchNode, int lid) {
    return state.route(switchNode, lid);
  }

  /** The P_Key table of a port as it is now, by index; 0 where there is no key. */
  public short[] pKeys(int port) {
    return state.pKeys(port);
  }

  /** The GUIDs that an end port answers to now, by index, its own first; 0 where there is none. */
  public long[] guids(int endPort) {
    return state.guids(endPort);
  }

  /** The multicast entries that a switch holds now. */
  public MulticastRow multicast(int switchNode) {
    return state.multicastRow(switchNode);
  }

  /**
   * The lanes of packets that cross a switch, as it holds them now.
   *
   * @return 16 nibbles, that of SL 0 the highest
   */
  public long slToVl(int switchNode, int input, int output) {
    Mad get =
        Smp.lidRouted(
            Mad.GET,
            AttributeId.SL_TO_VL_MAPPING_TABLE,
            SlToVlMappingTable.modifier(input, output),
            0);
    ask(fabric.port(switchNode, 0), get);
    return get.u64(Mad.SMP_DATA);
  }

  public SimulationStats stats() {
    return new SimulationStats(
        sent,
        answered,
        forwarded,
        lost,
        keys.refusedGets(),
        keys.refusedSets(),
        traps.sent(),
        state.linearBlocksSet,
        state.guidBlocksSet);
  }
}
