package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.link.RouteBook;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Asks end ports whether somebody else has taken the subnet since they were last heard of. Another
 * one gives ports a key and a master of its own, as far as they let it; and its own port has its
 * IsSM bit set.
 */
public final class PortLook {
  private final MadExchange exchange;
  private final Discovered last;
  private final CompletableFuture<Optional<String>> result = new CompletableFuture<>();
  // Questions are put by the caller while answers already arrive on the exchange's thread.
  private final AtomicInteger outstanding = new AtomicInteger(1); // 1 for the caller
  private final AtomicReference<String> finding = new AtomicReference<>(); // the first one

  private PortLook(MadExchange exchange, Discovered last) {
    this.exchange = exchange;
    this.last = last;
  }

  /**
   * Asks the own port alone.
   *
   * @param last the subnet as it was
   * @return what has changed, or nothing
   */
  public static CompletionStage<Optional<String>> atHome(MadExchange exchange, Discovered last) {
    PortLook look = new PortLook(exchange, last);
    look.askOwn();
    look.finishOne();
    return look.result;
  }

  /**
   * Asks every end port.
   *
   * @param last the subnet as it was
   * @param peers port GUIDs at which there may be a subnet manager
   * @return what has changed, or nothing
   */
  public static CompletionStage<Optional<String>> everywhere(
      MadExchange exchange, Discovered last, RouteBook routes, Set<Long> peers) {
    PortLook look = new PortLook(exchange, last);
    look.askOwn();
    for (int port : last.fabric().endPorts()) {
      DirectedRoute route = routes.toPort(port);
      if (port != last.localPort() && route != null && last.attributes().portInfo()[port] != null) {
        look.askOther(port, route, peers.contains(last.fabric().portGuid(port)));
      }
    }
    look.finishOne();
    return look.result;
  }

  private void askOwn() {
    PortInfo before = before(last.localPort());
    ask(
        last.localPort(),
        DirectedRoute.LOCAL,
        outcome -> {
          if (!(outcome instanceof MadOutcome.Answered answered)) {
            found("the own port does not answer");
            return;
          }
          PortInfo now = PortInfo.of(Smp.data(answered.reply()));
          if (!isLedAs(before, now) || now.portState() != before.portState()) {
            found("the own port is not as it was left");
          }
        });
  }

  private void askOther(int port, DirectedRoute route, boolean isPeer) {
    PortInfo before = before(port);
    String guid = Guid.format(last.fabric().portGuid(port));
    ask(
        port,
        route,
        outcome -> {
          if (!(outcome instanceof MadOutcome.Answered answered)) {
            found("port " + guid + " does not answer"); // as where another key protects it
            return;
          }
          PortInfo now = PortInfo.of(Smp.data(answered.reply()));
          if (!isLedAs(before, now)) {
            found("port " + guid + " is not as it was left");
          } else if (!isPeer && (now.capabilityMask() & CapabilityMask.IS_SM) != 0) {
            found("another subnet manager is at port " + guid);
          }
        });
  }

  private PortInfo before(int port) {
    return PortInfo.of(last.attributes().portInfo()[port]);
  }

  private static boolean isLedAs(PortInfo before, PortInfo now) {
    return now.mKey() == before.mKey()
        && now.masterSmLid() == before.masterSmLid()
        && now.lid() == before.lid();
  }

  private void ask(int port, DirectedRoute route, Consumer<MadOutcome> onOutcome) {
    Fabric fabric = last.fabric();
    outstanding.incrementAndGet();
    exchange.request(
        MadRequest.of(
            MadPacket.directed(
                Smp.get(
                    route, AttributeId.PORT_INFO, fabric.portNumber(port), before(port).mKey())),
            fabric.nodeGuid(fabric.nodeOf(port))),
        outcome -> {
          onOutcome.accept(outcome);
          finishOne();
        });
  }

  private void found(String what) {
    finding.compareAndSet(null, what);
  }

  private void finishOne() {
    if (outstanding.decrementAndGet() == 0) {
      result.complete(Optional.ofNullable(finding.get()));
    }
  }
}
