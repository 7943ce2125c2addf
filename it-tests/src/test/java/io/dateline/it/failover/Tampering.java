package io.dateline.it.failover;

import io.dateline.fabric.Fabric;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sm.link.RouteBook;
import java.util.concurrent.CompletableFuture;

/** Writes to switches behind the subnet manager's back, with its keys. */
final class Tampering implements AutoCloseable {
  private final MadExchange exchange;
  private final Fabric fabric;
  private final RouteBook routes;
  private final SimulatedSubnet subnet;

  /** From the last end port. */
  Tampering(SimulatedSubnet subnet) {
    fabric = subnet.fabric();
    int port = fabric.endPorts()[fabric.endPorts().length - 1];
    routes = new RouteBook(fabric, port);
    exchange = Transactor.open(subnet.simulator().attach(port), ExchangeSettings.DEFAULT);
    this.subnet = subnet;
  }

  /** Leads every LID of a block of a switch's forwarding table to another port. */
  void spoilBlock(int node, int block) {
    DirectedRoute route = routes.toNode(node);
    long mKey = subnet.mKeys().get(fabric.portGuid(fabric.port(node, 0)));
    byte[] entries = ask(node, Smp.get(route, AttributeId.LINEAR_FORWARDING_TABLE, block, mKey));
    for (int i = 0; i < entries.length; i++) {
      entries[i] ^= 1;
    }
    ask(node, Smp.set(route, AttributeId.LINEAR_FORWARDING_TABLE, block, mKey, entries));
  }

  private byte[] ask(int node, Mad question) {
    CompletableFuture<byte[]> data = new CompletableFuture<>();
    exchange.request(
        MadRequest.of(MadPacket.directed(question), fabric.nodeGuid(node)),
        outcome -> {
          if (outcome instanceof MadOutcome.Answered answered) {
            data.complete(Smp.data(answered.reply()));
          } else {
            data.completeExceptionally(new IllegalStateException(outcome.toString()));
          }
        });
    return data.join();
  }

  @Override
  public void close() {
    exchange.close();
  }
}
