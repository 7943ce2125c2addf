package io.dateline.it.fabric;

import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import io.dateline.mad.transport.umad.UmadTransport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Attaches to a fabric and prints what a subnet manager's first questions give; a program of its
 * own because ibsim's preload library must be there when the process starts. Arguments: fabric
 * address, number of requests to time. Exit code 0 when all were answered, 1 with the reason when
 * not.
 */
final class WireProbe {
  private WireProbe() {}

  public static void main(String[] args) throws Exception {
    int timed = Integer.parseInt(args[1]);
    try (MadExchange exchange =
        Transactor.open(open(FabricAddress.parse(args[0])), ExchangeSettings.DEFAULT)) {
      System.out.println("port " + exchange.port().name());
      System.out.println("node " + Guid.format(exchange.port().nodeGuid()));
      exchange.setSubnetManager(true);
      Mad self = ask(exchange, DirectedRoute.LOCAL, AttributeId.NODE_INFO);
      System.out.println("self " + nodeGuid(self));
      Mad portInfo = ask(exchange, DirectedRoute.LOCAL, AttributeId.PORT_INFO);
      int capabilities = PortInfo.in(portInfo.bytes(), Mad.SMP_DATA).capabilityMask();
      System.out.println("issm " + ((capabilities & CapabilityMask.IS_SM) != 0));
      int portNumber = Math.max(1, exchange.port().portNumber());
      DirectedRoute next = DirectedRoute.LOCAL.then(portNumber);
      Mad neighbour = ask(exchange, next, AttributeId.NODE_INFO);
      System.out.println("neighbour " + nodeGuid(neighbour));
      System.out.println(
          "return path " + neighbour.hopCount() + " hop, port " + neighbour.returnPath(1));
      timeOneByOne(exchange, next, timed);
      timeTogether(exchange, next, timed);
      System.out.println("stats " + exchange.stats());
    } catch (TransportUnavailableException e) {
      System.out.println("unavailable: " + e.getMessage());
      System.exit(1);
    }
  }

  private static String nodeGuid(Mad nodeInfo) {
    return Guid.format(NodeInfo.in(nodeInfo.bytes(), Mad.SMP_DATA).nodeGuid());
  }

  private static MadTransport open(FabricAddress address) {
    return switch (address) {
      case FabricAddress.Umad umad -> UmadTransport.open(umad);
      case FabricAddress.Sim sim -> IbsimTransport.connect(sim);
    };
  }

  private static void timeOneByOne(MadExchange exchange, DirectedRoute route, int count)
      throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      ask(exchange, route, AttributeId.NODE_INFO);
    }
    System.out.printf("one by one %.1f us%n", (System.nanoTime() - start) / 1e3 / count);
  }

  private static void timeTogether(MadExchange exchange, DirectedRoute route, int count)
      throws Exception {
    long start = System.nanoTime();
    CountDownLatch open = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      exchange.request(request(route, AttributeId.NODE_INFO, i % 16), outcome -> open.countDown());
    }
    if (!open.await(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException(open.getCount() + " requests have not ended");
    }
    System.out.printf("together %.1f us%n", (System.nanoTime() - start) / 1e3 / count);
  }

  private static Mad ask(MadExchange exchange, DirectedRoute route, int attributeId)
      throws Exception {
    CompletableFuture<MadOutcome> ended = new CompletableFuture<>();
    exchange.request(request(route, attributeId, 0), ended::complete);
    if (ended.get(10, TimeUnit.SECONDS) instanceof MadOutcome.Answered answered) {
      return answered.reply();
    }
    throw new IllegalStateException("no answer: " + ended.get());
  }

  private static MadRequest request(DirectedRoute route, int attributeId, int target) {
    return MadRequest.of(MadPacket.directed(Smp.get(route, attributeId, 0, 0)), target);
  }
}
