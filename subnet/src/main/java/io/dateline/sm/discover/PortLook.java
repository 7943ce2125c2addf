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
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.ExtendedSpeeds;
import io.dateline.sm.link.RouteBook;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Asks end ports whether another manager has taken the subnet since they were last heard of.
 * Another one gives ports a key and a master of its own, as far as they let it; and its own port
 * has its IsSM bit set. A port that holds the key of another of our own terms was moved to it by a
 * master that had no time to write that down: what it shows then is taken for what it was left
 * with.
 */
public final class PortLook {
  private final MadExchange exchange;
  private final Discovered last;
  private final List<TermKeys> ownTerms;
  private final CompletableFuture<Optional<String>> result = new CompletableFuture<>();
  // Questions are put by the caller while answers already arrive on the exchange's thread.
  private final AtomicInteger outstanding = new AtomicInteger(1); // 1 for the caller
  private final AtomicReference<String> finding = new AtomicReference<>(); // the first one

  private PortLook(MadExchange exchange, Discovered last, List<TermKeys> ownTerms) {
    this.exchange = exchange;
    this.last = last;
    this.ownTerms = ownTerms;
  }

  /**
   * Asks the own port alone.
   *
   * @param last the subnet as it was
   * @return what has changed, or nothing
   */
  public static CompletionStage<Optional<String>> atHome(MadExchange exchange, Discovered last) {
    PortLook look = new PortLook(exchange, last, List.of());
    look.askOwn();
    look.finishOne();
    return look.result;
  }

  /**
   * Asks every end port.
   *
   * @param last the subnet as it was; a port that was moved to one of {@code ownTerms} meanwhile is
   *     in it from then on as it is now
   * @param isPeer whether there may be a subnet manager at the port of a GUID; asked when one was
   *     seen there, on any thread: a node that is a member by then may have been none at the begin
   * @param ownTerms our terms, the likeliest first; their keys are tried one after the other on
   *     ports that hide theirs
   * @return what has changed, or nothing
   */
  public static CompletionStage<Optional<String>> everywhere(
      MadExchange exchange,
      Discovered last,
      RouteBook routes,
      LongPredicate isPeer,
      List<TermKeys> ownTerms) {
    PortLook look = new PortLook(exchange, last, ownTerms);
    look.askOwn();
    for (int port : last.fabric().endPorts()) {
      DirectedRoute route = routes.toPort(port);
      if (port != last.localPort() && route != null && last.attributes().portInfo()[port] != null) {
        look.askOther(port, route, isPeer);
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
          if (!isLedAs(before, now, last.localPort()) || now.portState() != before.portState()) {
            found("the own port is not as it was left");
          }
        });
  }

  private void askOther(int port, DirectedRoute route, LongPredicate isPeer) {
    PortInfo before = before(port);
    long portGuid = last.fabric().portGuid(port);
    String guid = Guid.format(portGuid);
    ask(
        port,
        route,
        outcome -> {
          if (!(outcome instanceof MadOutcome.Answered answered)) {
            found("port " + guid + " does not answer"); // as where another key protects it
            return;
          }
          PortInfo now = PortInfo.of(Smp.data(answered.reply()));
          if (!isLedAs(before, now, port)) {
            found("port " + guid + " is not as it was left");
          } else if ((now.capabilityMask() & CapabilityMask.IS_SM) != 0 && !isPeer.test(portGuid)) {
            found("another subnet manager is at port " + guid);
          }
        });
  }

  private PortInfo before(int port) {
    return PortInfo.of(last.attributes().portInfo()[port]);
  }

  private boolean isLedAs(PortInfo before, PortInfo now, int port) {
    if (now.lid() != before.lid()) {
      return false;
    }
    if (now.mKey() == before.mKey()) {
      return now.masterSmLid() == before.masterSmLid();
    }
    long guid = last.fabric().portGuid(port);
    boolean isOurs = ownTerms.stream().anyMatch(keys -> keys.of(guid) == now.mKey());
    if (isOurs) {
      last.attributes().portInfo()[port] = now.bytes();
    }
    return isOurs;
  }

  private void ask(int port, DirectedRoute route, Consumer<MadOutcome> onOutcome) {
    ask(port, route, before(port).mKey(), 0, onOutcome);
  }

  /**
   * Asks with a key.
   *
   * @param next of our terms, whose key is to be tried where the port hides what it holds
   */
  private void ask(
      int port, DirectedRoute route, long key, int next, Consumer<MadOutcome> onOutcome) {
    Fabric fabric = last.fabric();
    outstanding.incrementAndGet();
    int modifier = ExtendedSpeeds.modifier(fabric, last.attributes().portInfo(), port);
    exchange.request(
        MadRequest.of(
            MadPacket.directed(Smp.get(route, AttributeId.PORT_INFO, modifier, key)),
            fabric.nodeGuid(fabric.nodeOf(port))),
        outcome -> {
          if (next < ownTerms.size() && isHiding(outcome)) {
            long other = ownTerms.get(next).of(fabric.portGuid(port));
            ask(port, route, other, next + 1, onOutcome);
          } else {
            onOutcome.accept(outcome);
          }
          finishOne();
        });
  }

  /** Whether a port holds another key than the one it was asked with. */
  private static boolean isHiding(MadOutcome outcome) {
    if (!(outcome instanceof MadOutcome.Answered answered)) {
      return false;
    }
    PortInfo info = PortInfo.of(Smp.data(answered.reply()));
    return info.mKey() == 0 && info.mKeyProtectBits() != 0;
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
