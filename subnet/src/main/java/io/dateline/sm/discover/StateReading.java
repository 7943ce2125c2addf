package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.ExtendedSpeeds;
import io.dateline.sm.link.RouteBook;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Whether ports of switches have gone up or down since the switches were looked at. PortStateChange
 * (IBA Vol 1, 14.2.5.4) is cleared some time after that look; what changes in between it does not
 * tell any more, and a switch without a LID sends no trap either. Begun by one thread; answers come
 * from the exchange's.
 */
public final class StateReading {
  private static final int OUTSTANDING_MAX = 32;

  /** A port as it was looked at, and how to ask it. */
  private record Question(
      DirectedRoute route, long nodeGuid, long port0Guid, int modifier, long mKey, int state) {}

  private final MadExchange exchange;
  private final Iterator<Question> questions;
  private final CompletableFuture<Extent> result = new CompletableFuture<>();
  private final Object lock = new Object();
  private Extent changed = Extent.NONE;
  private int outstanding;

  private StateReading(MadExchange exchange, Iterator<Question> questions) {
    this.exchange = exchange;
    this.questions = questions;
  }

  /**
   * Reads.
   *
   * @param keys with which switches may be read
   * @param portInfo of all ports, as they were looked at; not read after the call
   * @param nodes switches to ask; of a cable between two of them one end is asked
   * @return switches of which a port has another state, or a lower one where it was up
   */
  public static CompletionStage<Extent> run(
      MadExchange exchange,
      TermKeys keys,
      Fabric fabric,
      RouteBook routes,
      byte[][] portInfo,
      BitSet nodes) {
    StateReading reading =
        new StateReading(exchange, questions(keys, fabric, routes, portInfo, nodes).iterator());
    for (int slot = 0; slot < OUTSTANDING_MAX; slot++) {
      reading.askNext();
    }
    reading.finishIfDone();
    return reading.result;
  }

  /** Made at once: routes and states are the caller's. */
  private static List<Question> questions(
      TermKeys keys, Fabric fabric, RouteBook routes, byte[][] portInfo, BitSet nodes) {
    List<Question> questions = new ArrayList<>();
    for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
      DirectedRoute route = routes.toNode(node);
      long port0 = fabric.portGuid(fabric.port(node, 0));
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int port = fabric.port(node, number);
        if (route != null && portInfo[port] != null && !isAskedBefore(fabric, nodes, port)) {
          questions.add(
              new Question(
                  route,
                  fabric.nodeGuid(node),
                  port0,
                  ExtendedSpeeds.modifier(fabric, portInfo, port),
                  keys.of(port0),
                  PortInfo.portState(portInfo[port])));
        }
      }
    }
    return questions;
  }

  private static boolean isAskedBefore(Fabric fabric, BitSet nodes, int port) {
    int peer = fabric.peer(port);
    return peer != Fabric.NONE && peer < port && nodes.get(fabric.nodeOf(peer));
  }

  private void askNext() {
    Question question;
    synchronized (lock) {
      if (!questions.hasNext()) {
        return;
      }
      outstanding++;
      question = questions.next();
    }
    exchange.request(
        MadRequest.of(
            MadPacket.directed(
                Smp.get(question.route, AttributeId.PORT_INFO, question.modifier, question.mKey)),
            question.nodeGuid),
        outcome -> {
          ended(question, outcome);
          askNext();
          finishIfDone();
        });
  }

  /** One that does not answer is for a light sweep. */
  private void ended(Question question, MadOutcome outcome) {
    synchronized (lock) {
      outstanding--;
      if (outcome instanceof MadOutcome.Answered answered
          && isOther(question.state, PortInfo.portState(Smp.data(answered.reply())))) {
        changed = changed.and(Extent.at(question.port0Guid));
      }
    }
  }

  /** The sweep takes ports up from Init meanwhile. */
  private static boolean isOther(int before, int now) {
    return before >= PortState.INIT ? now < before : now >= PortState.INIT;
  }

  private void finishIfDone() {
    synchronized (lock) {
      if (outstanding == 0 && !questions.hasNext()) {
        result.complete(changed);
      }
    }
  }
}
