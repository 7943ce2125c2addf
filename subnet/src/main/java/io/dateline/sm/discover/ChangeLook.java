package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeDescription;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.sm.link.ExtendedSpeeds;
import io.dateline.sm.link.RouteBook;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A look at what has changed in a known subnet: at the nodes that are named, at what is new behind
 * them, and at the other ends of cables that are lost or found. All else is taken as it was. So a
 * cable costs the Gets of two switches, not of all.
 *
 * <p>What it cannot explain by that, a switch that has lost its key or a node that is in two
 * places, has the whole subnet looked at ({@link Discovery}). Nothing is asked of a switch through
 * a cable that is known to be lost, nor of one that no cable leads to any more.
 */
public final class ChangeLook extends SubnetWalk {
  /** More than these are looked at as fast with all others. */
  private static final int PLACES_MAX = 256;

  private final CompletableFuture<Discovered> result = new CompletableFuture<>();
  private final Fabric before;
  private final Set<FoundNode> known; // switches that were there before
  private final LongSet looked = new LongOpenHashSet(); // GUIDs of known nodes
  private final LongSet named = new LongOpenHashSet(); // of switches that have told of a change
  private final BitSet raised; // ports of the fabric before
  private boolean hasBegun;
  private String wider = ""; // why all are to be asked

  private ChangeLook(
      MadExchange exchange,
      DiscoveryKeys keys,
      Discovered found,
      RouteBook routes,
      OptionalInt linearFdbTop,
      BitSet raised) {
    super(exchange, keys);
    before = found.fabric();
    this.raised = raised;
    KnownNodes.of(found, routes, keys.terms().getFirst(), linearFdbTop)
        .forEach(node -> nodes.put(node.guid, node));
    known = new HashSet<>(nodes.values());
    known.removeIf(node -> !node.isSwitch());
    local = nodes.get(before.nodeGuid(before.nodeOf(found.localPort())));
    localNumber = before.portNumber(found.localPort());
  }

  /**
   * Looks.
   *
   * @param found last; it is {@link Discovered#isClear}
   * @param routes of its fabric
   * @param extent what has changed; it is not the whole
   * @param linearFdbTop what every switch was told since then; empty where nothing was told
   * @param raised ports of the last fabric that were taken up since they were looked at: what is
   *     behind one may have been reset before that, and shows nothing of it
   * @return the subnet as it is now, looked at as a whole where that was needed; fails with {@link
   *     DiscoveryFailed} if the local port does not answer
   */
  public static CompletionStage<Discovered> run(
      MadExchange exchange,
      DiscoveryKeys keys,
      Discovered found,
      RouteBook routes,
      Extent extent,
      OptionalInt linearFdbTop,
      BitSet raised) {
    if (extent.ports().size() > PLACES_MAX) {
      return whole(exchange, keys, extent.ports().size() + " nodes have told of changes");
    }
    ChangeLook look = new ChangeLook(exchange, keys, found, routes, linearFdbTop, raised);
    look.begin(extent.ports());
    return look.result.thenCompose(
        now ->
            look.wider.isEmpty()
                ? CompletableFuture.completedStage(now)
                : whole(exchange, keys, look.wider));
  }

  private static CompletionStage<Discovered> whole(
      MadExchange exchange, DiscoveryKeys keys, String why) {
    return Discovery.run(exchange, keys)
        .thenApply(found -> found.with(Discovered.Looked.whole(why)));
  }

  /**
   * The own port first: where it is down nothing else can be told. What follows is asked on the
   * exchange's thread, to which all nodes belong.
   */
  private void begin(LongSet ports) {
    int number = local.isSwitch() ? 0 : localNumber;
    byte[] known = local.portInfo[number];
    ask(
        local,
        new Entrance(DirectedRoute.LOCAL, local.entrance.mKey()),
        AttributeId.PORT_INFO,
        number,
        reply -> {
          byte[] now = Smp.data(reply);
          hasBegun = true;
          if (isReset(known, now) || (!local.isSwitch() && !isUp(now))) {
            widen("the local port is down, or was");
          } else {
            ports.forEach(this::lookAtPort);
          }
        });
  }

  /** Whether a port has lost what it was told. */
  private static boolean isReset(byte[] known, byte[] now) {
    PortInfo before = PortInfo.of(known);
    PortInfo after = PortInfo.of(now);
    return before.lid() != after.lid() || before.mKey() != after.mKey();
  }

  private void lookAtPort(long guid) {
    int port = before.endPortByGuid(guid);
    FoundNode node = port == Fabric.NONE ? null : nodes.get(before.nodeGuid(before.nodeOf(port)));
    if (port == Fabric.NONE) {
      widen("no port has the GUID " + Guid.format(guid));
    } else if (node != null && node.isSwitch()) {
      named.add(node.guid);
      lookAt(node);
    } else if (node != null) {
      renew(node, before.portNumber(port));
    }
  }

  /** An end node has told of a change of its own: all of it is read again. */
  private void renew(FoundNode node, int number) {
    FoundNode peer = node.peers[number];
    if (node == local) {
      readDescription(node);
    } else if (peer != null && looked.add(node.guid)) {
      int exit = node.peerNumbers[number];
      Ways.to(local, localNumber, peer).stream()
          .findFirst()
          .ifPresent(way -> peer.entrance = new Entrance(way.route(), peer.entrance.mKey()));
      forget(node, number);
      follow(peer, exit);
    }
  }

  /** The cable of an end node is lost; where it was the last one, so is the node. */
  private void forget(FoundNode node, int number) {
    node.forget(number);
    if (node != local && !node.isLinked()) {
      nodes.remove(node.guid);
    }
  }

  private void readDescription(FoundNode node) {
    ask(
        node,
        AttributeId.NODE_DESCRIPTION,
        0,
        reply -> node.description = NodeDescription.of(Smp.data(reply)).nodeString());
  }

  // ---- Switches that were there before

  /** Asks by two ways at once where there are two: one of its cables may be lost. */
  private void lookAt(FoundNode node) {
    if (!looked.add(node.guid)) {
      return;
    }
    if (node == local) {
      askSwitch(node, List.of(DirectedRoute.LOCAL));
      return;
    }
    List<Ways.Way> ways = Ways.to(local, localNumber, node);
    if (!ways.isEmpty()) { // else it is out of reach, and left out
      askSwitch(node, ways.stream().map(Ways.Way::route).toList());
    }
  }

  private void askSwitch(FoundNode node, List<DirectedRoute> routes) {
    List<Entrance> entrances =
        routes.stream().map(route -> new Entrance(route, node.entrance.mKey())).toList();
    askFirst(
        node,
        entrances,
        (entrance, reply) -> onSwitch(node, entrance, Smp.data(reply)),
        "switch %s does not answer".formatted(Guid.format(node.guid)));
  }

  private void onSwitch(FoundNode node, Entrance entrance, byte[] switchInfo) {
    node.entrance = entrance;
    int known = SwitchInfo.of(node.switchInfo).linearFdbTop();
    if (SwitchInfo.of(switchInfo).linearFdbTop() != known) {
      widen("switch %s has lost its tables".formatted(Guid.format(node.guid)));
      return;
    }
    node.switchInfo = switchInfo;
    readDescription(node);
    askAgain(node, 0, bytes -> onPort0(node, bytes));
  }

  private void onPort0(FoundNode node, byte[] bytes) {
    if (isReset(node.portInfo[0], bytes)) {
      widen("switch %s has lost its LID or key".formatted(Guid.format(node.guid)));
      return;
    }
    node.portInfo[0] = bytes;
    for (int number = 1; number <= node.portCount; number++) {
      int port = number;
      if (node.portInfo[number] != null) { // light sweeps ask the others
        askAgain(node, number, now -> onExternalPort(node, port, now));
      }
    }
  }

  /** PortInfo of a port that told it before. */
  private void askAgain(FoundNode node, int number, Consumer<byte[]> onReply) {
    int extended = number == 0 ? 0 : ExtendedSpeeds.bit(node.portInfo[0]);
    askOrWiden(node, node.entrance, number | extended, reply -> onReply.accept(Smp.data(reply)));
  }

  @Override
  void onExternalPort(FoundNode node, int number, byte[] bytes) {
    if (!known.contains(node)) {
      super.onExternalPort(node, number, bytes);
      return;
    }
    int stateBefore = PortInfo.portState(node.portInfo[number]);
    int state = PortInfo.portState(bytes);
    node.portInfo[number] = bytes;
    boolean isUp = state >= PortState.INIT;
    // One in Init may have been down since, and have another node behind it.
    boolean isNew =
        isUp && (state == PortState.INIT || stateBefore < PortState.INIT || state < stateBefore);
    if (node.peers[number] != null && (!isUp || isNew)) {
      lose(node, number);
    }
    if (isNew) {
      follow(node, number);
    } else if (isUp && node.peers[number] != null && isDoubted(node, number)) {
      renewBehind(node, number);
    }
  }

  /** A switch that was reset has lost its LID, key or tables; an end node is read anew. */
  private void renewBehind(FoundNode node, int number) {
    FoundNode peer = node.peers[number];
    if (peer.isSwitch()) {
      lookAt(peer);
    } else if (peer != local) {
      lose(node, number);
      follow(node, number);
    }
  }

  private boolean isDoubted(FoundNode node, int number) {
    return named.contains(node.guid)
        && raised.get(before.port(before.nodeByGuid(node.guid), number));
  }

  private void lose(FoundNode node, int number) {
    FoundNode peer = node.peers[number];
    int peerNumber = node.peerNumbers[number];
    node.unlink(number);
    if (peer.isSwitch()) {
      approach(peer);
    } else {
      forget(peer, peerNumber);
    }
  }

  /**
   * The other end of a lost cable: it may be dead as a whole. So its neighbours are asked first,
   * one after the other, whether their cable to it is up.
   */
  private void approach(FoundNode node) {
    if (node == local) {
      lookAt(node);
    }
    if (looked.contains(node.guid)) {
      return;
    }
    Ways.to(local, localNumber, node).stream()
        .findFirst()
        .ifPresent(
            way -> {
              if (way.last().isSwitch()) {
                askNeighbour(node, way);
              } else {
                lookAt(node);
              }
            });
  }

  private void askNeighbour(FoundNode node, Ways.Way way) {
    FoundNode last = way.last();
    askOrWiden(
        last,
        new Entrance(way.toLast(), last.entrance.mKey()),
        way.number() | ExtendedSpeeds.bit(last.portInfo[0]),
        reply -> {
          if (isUp(Smp.data(reply))) {
            lookAt(node);
          } else {
            last.unlink(way.number());
            lookAt(last);
            approach(node);
          }
        });
  }

  @Override
  void onCable(FoundNode node, boolean isNew) {
    if (known.contains(node)) {
      lookAt(node);
    } else if (!isNew && !node.isSwitch()) {
      readDescription(node);
    }
  }

  // ---- Questions

  private void askOrWiden(FoundNode node, Entrance by, int modifier, Consumer<Mad> onReply) {
    String silence =
        "switch %s does not tell the state of port %d"
            .formatted(Guid.format(node.guid), modifier & 0xFF);
    open();
    exchange.request(
        get(by, AttributeId.PORT_INFO, modifier, node.guid),
        outcome -> {
          if (!(outcome instanceof MadOutcome.Answered)) {
            widen(silence);
          }
          finishOne(outcome, onReply);
        });
  }

  /** Asks for SwitchInfo by several ways; the first answer counts, and no other is waited for. */
  private void askFirst(
      FoundNode node, List<Entrance> entrances, BiConsumer<Entrance, Mad> onReply, String silence) {
    Set<Entrance> waiting = new HashSet<>(entrances);
    open();
    for (int i = 0; i < entrances.size(); i++) {
      Entrance entrance = entrances.get(i);
      long window = node.guid ^ (i + 1L) << 56; // a dead way holds up no other question
      exchange.request(
          get(entrance, AttributeId.SWITCH_INFO, 0, window),
          outcome -> {
            if (!waiting.remove(entrance)) {
              return; // another way was faster
            }
            if (outcome instanceof MadOutcome.Answered) {
              waiting.clear();
              finishOne(outcome, reply -> onReply.accept(entrance, reply));
            } else if (waiting.isEmpty()) {
              widen(silence);
              finishOne(outcome, reply -> {});
            }
          });
    }
  }

  // ---- The end

  /** All are to be asked, and this look is over. */
  private void widen(String why) {
    if (wider.isEmpty() && !result.isDone()) {
      wider = why;
      result.complete(null);
    }
  }

  /** What a discovery would warn of, it is to see itself. */
  @Override
  void warn(String sentence) {
    widen(sentence);
  }

  @Override
  void complete() {
    if (!hasBegun) {
      widen("the local port does not answer");
    }
    if (result.isDone()) {
      return;
    }
    try {
      result.complete(
          FabricAssembly.assemble(nodes.values(), local, localNumber, List.of())
              .with(new Discovered.Looked(false, looked, "")));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }
}
