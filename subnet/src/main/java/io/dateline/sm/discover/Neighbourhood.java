package io.dateline.sm.discover;

import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The nodes around a port, the near ones first, by as many questions as a look now and then may
 * take. Unlike a {@link Discovery} it reads no more of them than which they are.
 */
public final class Neighbourhood {
  /**
   * What is there, by node GUID, the own node left out; what was found first comes first.
   *
   * @param others adapters and routers
   */
  public record Seen(Set<Long> switches, Set<Long> others) {}

  /**
   * Something to ask.
   *
   * @param window what it shares with others on the way, for the exchange
   */
  private record Question(
      DirectedRoute route, int attributeId, int modifier, long window, Consumer<byte[]> onAnswer) {}

  private static final long NO_KEY = 0; // it is asked only where nodes can be read without
  private static final int PORTS_MAX = 512; // that are asked about

  /** At once: this node may have switches to program meanwhile. */
  private static final int OUTSTANDING_MAX = 8;

  private static final int TIMEOUT_MS = 200;
  private static final int RETRIES = 1;

  private final MadExchange exchange;
  private final CompletableFuture<Seen> result = new CompletableFuture<>();

  // The exchange's thread alone touches these, after the first question.
  private final Set<Long> switches = new LinkedHashSet<>();
  private final Set<Long> others = new LinkedHashSet<>();
  private final Queue<Question> waiting = new ArrayDeque<>();
  private int ports; // that were asked about
  private int outstanding;

  private Neighbourhood(MadExchange exchange) {
    this.exchange = exchange;
  }

  /** Looks. */
  public static CompletionStage<Seen> look(MadExchange exchange) {
    Neighbourhood look = new Neighbourhood(exchange);
    look.askNode(DirectedRoute.LOCAL, exchange.port().nodeGuid());
    look.send();
    return look.result;
  }

  private void askNode(DirectedRoute route, long window) {
    waiting.add(
        new Question(
            route, AttributeId.NODE_INFO, 0, window, data -> found(route, NodeInfo.of(data))));
  }

  private void send() {
    while (outstanding < OUTSTANDING_MAX && !waiting.isEmpty()) {
      outstanding++;
      send(waiting.remove());
    }
  }

  private void send(Question question) {
    exchange.request(
        new MadRequest(
            MadPacket.directed(
                Smp.get(question.route(), question.attributeId(), question.modifier(), NO_KEY)),
            question.window(),
            TIMEOUT_MS,
            RETRIES),
        outcome -> {
          outstanding--;
          if (outcome instanceof MadOutcome.Answered answered) {
            question.onAnswer().accept(Smp.data(answered.reply()));
          }
          send();
          if (outstanding == 0) {
            result.complete(new Seen(switches, others));
          }
        });
  }

  private void found(DirectedRoute route, NodeInfo node) {
    boolean isSwitch = node.nodeType() == NodeType.SWITCH.code();
    if (route.hopCount() == 0) {
      if (isSwitch) {
        goOn(route, node);
      } else {
        askNode(route.then(exchange.port().portNumber()), node.nodeGuid());
      }
    } else if (!isSwitch) {
      if (node.nodeGuid() != exchange.port().nodeGuid()) {
        others.add(node.nodeGuid());
      }
    } else if (switches.add(node.nodeGuid())) {
      goOn(route, node);
    }
  }

  /** By ports that have a link: what is asked by another one is waited for in vain. */
  private void goOn(DirectedRoute route, NodeInfo node) {
    for (int each = 1; each <= node.numPorts() && ports < PORTS_MAX; each++) {
      int number = each;
      boolean isWayBack = route.hopCount() > 0 && number == node.localPortNum();
      if (!isWayBack && route.hopCount() < DirectedRoute.HOPS_MAX) {
        ports++;
        waiting.add(
            new Question(
                route,
                AttributeId.PORT_INFO,
                number,
                node.nodeGuid(),
                data -> goOn(route, node, number, PortInfo.of(data))));
      }
    }
  }

  private void goOn(DirectedRoute route, NodeInfo node, int number, PortInfo port) {
    if (port.portState() != PortState.DOWN) {
      // A node that is dead holds up none of the others.
      askNode(route.then(number), node.nodeGuid() ^ (long) number << 56);
    }
  }
}
