package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.ExtendedSpeeds;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A look at a subnet that is up: has a switch seen a port change, does one no longer answer, has
 * one lost its tables, does something answer behind a port where nothing did, or a port that did
 * not.
 */
public final class LightSweep {
  /**
   * What it has found.
   *
   * @param reason why a heavy sweep is needed, the first of several
   * @param extent what that one is to look at
   */
  public record Finding(String reason, Extent extent) {
    /** Of the whole. */
    public Finding(String reason) {
      this(reason, Extent.WHOLE);
    }

    private Finding and(Extent other) {
      return new Finding(reason, extent.and(other));
    }
  }

  /** Ports that did not tell their state are not asked. */
  public static final long NO_TURN = -1;

  private static final int SILENT_PORTS_ASKED = 4; // of a switch in a look

  private final MadExchange exchange;
  private final TermKeys keys;
  private final CompletableFuture<Optional<Finding>> result = new CompletableFuture<>();
  // Questions are put by the caller while answers already arrive on the exchange's thread.
  private final AtomicInteger outstanding = new AtomicInteger(1); // 1 for the caller
  private final AtomicReference<Finding> finding = new AtomicReference<>();

  private LightSweep(MadExchange exchange, TermKeys keys) {
    this.exchange = exchange;
    this.keys = keys;
  }

  /**
   * Looks once.
   *
   * @param keys with which switches may be read
   * @param localPort the end port the questions go out of
   * @param linearFdbTop what every switch was last told
   * @param turn counts the looks: ports that did not tell their state are asked in turns; or {@link
   *     #NO_TURN}, where the look must not wait for them
   * @return why a heavy sweep is needed, or nothing
   */
  public static CompletionStage<Optional<Finding>> run(
      MadExchange exchange,
      TermKeys keys,
      Fabric fabric,
      RouteBook routes,
      Attributes attributes,
      int localPort,
      int linearFdbTop,
      long turn) {
    LightSweep sweep = new LightSweep(exchange, keys);
    sweep.lookAtLocalPort(fabric, localPort);
    for (int node = 0; node < fabric.switchCount(); node++) {
      DirectedRoute route = routes.toNode(node);
      if (route != null) {
        sweep.lookAt(fabric, node, route, linearFdbTop);
        sweep.probeSilentPorts(fabric, node, route, attributes);
        if (turn != NO_TURN) {
          sweep.askPortsAnew(fabric, node, route, attributes, turn);
        }
      }
    }
    sweep.finishOne();
    return sweep.result;
  }

  private void ask(
      DirectedRoute route,
      int attributeId,
      int modifier,
      long guid,
      long mKey,
      Consumer<MadOutcome> onOutcome) {
    outstanding.incrementAndGet();
    exchange.request(
        MadRequest.of(MadPacket.directed(Smp.get(route, attributeId, modifier, mKey)), guid),
        outcome -> {
          onOutcome.accept(outcome);
          finishOne();
        });
  }

  /** Something that only a look at the whole can tell. */
  private void found(String reason) {
    found(new Finding(reason));
  }

  private void found(Finding found) {
    finding.accumulateAndGet(
        found, (first, next) -> first == null ? next : first.and(next.extent()));
  }

  private void finishOne() {
    if (outstanding.decrementAndGet() == 0) {
      result.complete(Optional.ofNullable(finding.get()));
    }
  }

  /** Where there is no switch to miss, only the own port tells that the cable is out. */
  private void lookAtLocalPort(Fabric fabric, int localPort) {
    int node = fabric.nodeOf(localPort);
    if (fabric.isSwitch(node)) {
      return;
    }
    ask(
        DirectedRoute.LOCAL,
        AttributeId.PORT_INFO,
        fabric.portNumber(localPort),
        fabric.nodeGuid(node),
        keys.of(fabric.portGuid(localPort)),
        outcome -> {
          if (!(outcome instanceof MadOutcome.Answered answered)) {
            found("the local port no longer answers");
          } else if (PortInfo.of(Smp.data(answered.reply())).portState() < PortState.INIT) {
            found("the local port is down");
          }
        });
  }

  private void lookAt(Fabric fabric, int node, DirectedRoute route, int linearFdbTop) {
    long guid = fabric.nodeGuid(node);
    long port0 = fabric.portGuid(fabric.port(node, 0));
    Extent there = Extent.at(port0);
    ask(
        route,
        AttributeId.SWITCH_INFO,
        0,
        guid,
        keys.of(port0),
        outcome -> {
          if (!(outcome instanceof MadOutcome.Answered answered)) {
            found("switch " + Guid.format(guid) + " no longer answers");
            return;
          }
          SwitchInfo info = SwitchInfo.of(Smp.data(answered.reply()));
          if (info.portStateChange()) {
            found(new Finding("switch " + Guid.format(guid) + " saw a port change", there));
          } else if (info.linearFdbTop() != linearFdbTop) {
            found("switch " + Guid.format(guid) + " has lost its tables");
          }
        });
  }

  private void probeSilentPorts(
      Fabric fabric, int node, DirectedRoute route, Attributes attributes) {
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      byte[] info = attributes.portInfo()[port];
      boolean up = info != null && PortInfo.portState(info) >= PortState.INIT;
      if (!up || fabric.peer(port) != Fabric.NONE || route.hopCount() == DirectedRoute.HOPS_MAX) {
        continue;
      }
      String where = "port %d of switch %s".formatted(number, Guid.format(fabric.nodeGuid(node)));
      ask(
          route.then(number),
          AttributeId.NODE_INFO,
          0,
          fabric.nodeGuid(node),
          0, // it is not known which port answers
          outcome -> {
            if (outcome instanceof MadOutcome.Answered answered
                && isNews(fabric, NodeInfo.of(Smp.data(answered.reply())))) {
              found("a node answers behind " + where);
            }
          });
    }
  }

  /**
   * Ports that did not tell the discovery their state, a few of each switch: what is behind them is
   * not known, and those that never answer cost their time-outs. The question is the discovery's:
   * what answers another one only would have sweep after sweep made in vain.
   */
  private void askPortsAnew(
      Fabric fabric, int node, DirectedRoute route, Attributes attributes, long turn) {
    int[] silent =
        IntStream.rangeClosed(1, fabric.externalPortCount(node))
            .map(number -> fabric.port(node, number))
            .filter(port -> attributes.portInfo()[port] == null)
            .toArray();
    long guid = fabric.nodeGuid(node);
    for (int asked = 0; asked < Math.min(SILENT_PORTS_ASKED, silent.length); asked++) {
      int port = silent[Math.floorMod(turn * SILENT_PORTS_ASKED + asked, silent.length)];
      String name = "port %d of switch %s".formatted(fabric.portNumber(port), Guid.format(guid));
      ask(
          route,
          AttributeId.PORT_INFO,
          ExtendedSpeeds.modifier(fabric, attributes.portInfo(), port),
          guid,
          keys.of(fabric.portGuid(fabric.port(node, 0))),
          outcome -> {
            if (outcome instanceof MadOutcome.Answered) {
              found(name + " tells its state, which it did not before");
            }
          });
    }
  }

  /**
   * Whether a discovery would do more with a node that no cable was known to lead to than pass it
   * over again, as it does with one of an unknown kind, or whose GUID another one has.
   */
  static boolean isNews(Fabric fabric, NodeInfo info) {
    if (Discovery.isLeftOut(info)) {
      return false;
    }
    int node = fabric.nodeByGuid(info.nodeGuid());
    if (node == Fabric.NONE) {
      return true;
    }
    int arrival = info.localPortNum();
    return arrival >= 1
        && arrival <= fabric.externalPortCount(node)
        && fabric.peer(fabric.port(node, arrival)) == Fabric.NONE;
  }
}
