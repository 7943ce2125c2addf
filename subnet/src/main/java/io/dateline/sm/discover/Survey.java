package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What has to be known before the first Set, beyond what discovery asks every node: which the other
 * subnet managers are, and which M_Key the ports hold that do not show it. Answers are put together
 * on the exchange's thread.
 */
public final class Survey {
  /**
   * What was learned.
   *
   * @param managers other ports whose subnet manager answered
   * @param liars ports that answered with the GUID of another port; nothing of it is believed
   * @param keys M_Key by end port, of ports that showed it to one of the keys that were tried
   */
  public record Result(List<ManagerInfo> managers, List<Integer> liars, Int2LongMap keys) {}

  private final MadExchange exchange;
  private final Fabric fabric;
  private final RouteBook routes;
  private final SmInfo own;
  private final List<ManagerInfo> managers = new ArrayList<>();
  private final List<Integer> liars = new ArrayList<>();
  private final Int2LongOpenHashMap keys = new Int2LongOpenHashMap();
  private final CompletableFuture<Result> result = new CompletableFuture<>();
  // Questions are put by the caller while answers already arrive on the exchange's thread.
  private final AtomicInteger outstanding = new AtomicInteger(1); // 1 for the caller

  private Survey(MadExchange exchange, Fabric fabric, RouteBook routes, SmInfo own) {
    this.exchange = exchange;
    this.fabric = fabric;
    this.routes = routes;
    this.own = own;
  }

  /**
   * Asks.
   *
   * @param heeded end ports whose subnet managers are asked; the own one is not
   * @param own SMInfo of the manager that asks
   * @param hiding end ports that do not show the M_Key they hold
   * @param terms whose keys they may hold, the likeliest first; a port that shows none stays
   *     unknown
   */
  public static CompletionStage<Result> run(
      MadExchange exchange,
      Discovered found,
      RouteBook routes,
      int[] heeded,
      SmInfo own,
      int[] hiding,
      List<TermKeys> terms) {
    Survey survey = new Survey(exchange, found.fabric(), routes, own);
    for (int port : heeded) {
      if (port != found.localPort()) {
        survey.askManager(port, terms.getFirst().of(found.fabric().portGuid(port)));
      }
    }
    for (int port : hiding) {
      survey.tryKey(port, terms, 0);
    }
    survey.finishOne();
    return survey.result;
  }

  private void askManager(int port, long mKey) {
    ask(
        port,
        route -> ManagerQuestion.of(route, mKey, own),
        reply -> takeManager(new ManagerInfo(port, Smp.data(reply))));
  }

  private void takeManager(ManagerInfo manager) {
    if (manager.isOf(fabric.portGuid(manager.port()))) {
      managers.add(manager);
    } else {
      liars.add(manager.port());
    }
  }

  private void tryKey(int port, List<TermKeys> terms, int index) {
    if (index == terms.size()) {
      return;
    }
    long key = terms.get(index).of(fabric.portGuid(port));
    ask(
        port,
        route -> Smp.get(route, AttributeId.PORT_INFO, fabric.portNumber(port), key),
        reply -> {
          long shown = PortInfo.of(Smp.data(reply)).mKey();
          if (shown != 0) {
            keys.put(port, shown);
          } else {
            tryKey(port, terms, index + 1);
          }
        });
  }

  private void ask(int port, Function<DirectedRoute, Mad> question, Consumer<Mad> onReply) {
    DirectedRoute route = routes.toPort(port);
    if (route == null) {
      return;
    }
    outstanding.incrementAndGet();
    exchange.request(
        MadRequest.of(
            MadPacket.directed(question.apply(route)), fabric.nodeGuid(fabric.nodeOf(port))),
        outcome -> {
          if (outcome instanceof MadOutcome.Answered answered) {
            onReply.accept(answered.reply());
          }
          finishOne();
        });
  }

  private void finishOne() {
    if (outstanding.decrementAndGet() == 0) {
      result.complete(new Result(List.copyOf(managers), List.copyOf(liars), keys));
    }
  }
}
