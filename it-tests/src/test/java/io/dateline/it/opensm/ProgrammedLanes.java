package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SlToVlMappingTable;
import io.dateline.mad.attribute.VlArbitrationTable;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.RouteBook;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The lanes that the ports of a fabric have been told, whoever did it: read from the ports.
 *
 * @param values hexadecimal by what it is, {@code sw_1_2_0 port 3, SL2VL from port 1}: SL2VL maps
 *     of every input with a cable, the entries of VL arbitration tables that a port has, the limit
 *     of high priority and the operational VLs. Of ports with a cable
 */
record ProgrammedLanes(Map<String, String> values) {
  private static final long PATIENCE_S = 60;

  static ProgrammedLanes read(FabricAddress.Sim address) throws Exception {
    try (MadExchange exchange =
        Transactor.open(IbsimTransport.connect(address), ExchangeSettings.DEFAULT)) {
      Discovered found =
          Discovery.run(exchange, DiscoveryKeys.NONE)
              .toCompletableFuture()
              .get(PATIENCE_S, TimeUnit.SECONDS);
      Reader reader = new Reader(exchange, found);
      for (int port = 0; port < found.fabric().portCount(); port++) {
        if (found.fabric().peer(port) != Fabric.NONE) {
          reader.read(port);
        }
      }
      return reader.result();
    }
  }

  /** How many there are of a kind. */
  long count(String kind) {
    return values.keySet().stream().filter(key -> key.contains(kind)).count();
  }

  /** What differs, and from what, by what it is. */
  Map<String, String> differences(ProgrammedLanes other) {
    Map<String, String> differences = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (!value.equals(other.values.get(key))) {
            differences.put(key, value + ", not " + other.values.get(key));
          }
        });
    other.values.forEach(
        (key, value) -> {
          if (!values.containsKey(key)) {
            differences.put(key, "nothing, not " + value);
          }
        });
    return differences;
  }

  private static final class Reader {
    private final MadExchange exchange;
    private final Fabric fabric;
    private final byte[][] portInfo;
    private final RouteBook routes;
    private final Map<String, String> values = new ConcurrentSkipListMap<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger open = new AtomicInteger(1); // questions, and those to come
    private final CountDownLatch done = new CountDownLatch(1);

    Reader(MadExchange exchange, Discovered found) {
      this.exchange = exchange;
      fabric = found.fabric();
      portInfo = found.attributes().portInfo();
      routes = new RouteBook(fabric, found.localPort());
    }

    void read(int port) {
      int node = fabric.nodeOf(port);
      int output = fabric.isSwitch(node) ? fabric.portNumber(port) : 0;
      String name = "%s port %d, ".formatted(fabric.description(node), fabric.portNumber(port));
      PortInfo info = PortInfo.of(portInfo[port]);
      values.put(
          name + "limit and VLs", "%d %d".formatted(info.vlHighLimit(), info.operationalVls()));
      for (int input = 0; input <= (output == 0 ? 0 : fabric.externalPortCount(node)); input++) {
        if (input > 0 && fabric.peer(fabric.port(node, input)) == Fabric.NONE) {
          continue; // nothing comes in there
        }
        ask(
            port,
            AttributeId.SL_TO_VL_MAPPING_TABLE,
            SlToVlMappingTable.modifier(input, output),
            name + "SL2VL from port " + input,
            SlToVlMappingTable.BYTES);
      }
      for (int block = VlArbitrationTable.LOW_LOWER;
          block <= VlArbitrationTable.HIGH_UPPER;
          block++) {
        int entries =
            block < VlArbitrationTable.HIGH_LOWER
                ? info.vlArbitrationLowCap()
                : info.vlArbitrationHighCap();
        int first = block % 2 == 1 ? 0 : VlArbitrationTable.ENTRIES;
        int here = Math.clamp(entries - first, 0, VlArbitrationTable.ENTRIES);
        if (here > 0) {
          ask(
              port,
              AttributeId.VL_ARBITRATION_TABLE,
              VlArbitrationTable.modifier(output, block),
              name + "VL arbitration block " + block,
              here * VlArbitrationTable.BYTES / VlArbitrationTable.ENTRIES);
        }
      }
    }

    private void ask(int port, int attribute, int modifier, String name, int bytes) {
      int node = fabric.nodeOf(port);
      MadPacket question =
          MadPacket.directed(
              Smp.get(
                  fabric.isSwitch(node) ? routes.toNode(node) : routes.toPort(port),
                  attribute,
                  modifier,
                  0));
      open.incrementAndGet();
      exchange.request(
          MadRequest.of(question, fabric.nodeGuid(node)),
          outcome -> {
            if (outcome instanceof MadOutcome.Answered answered) {
              byte[] data = Arrays.copyOf(Smp.data(answered.reply()), bytes);
              values.put(name, HexFormat.of().formatHex(data));
            } else {
              failures.add(name + ": " + outcome);
            }
            ended();
          });
    }

    private void ended() {
      if (open.decrementAndGet() == 0) {
        done.countDown();
      }
    }

    ProgrammedLanes result() throws Exception {
      ended();
      if (!done.await(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException(open + " reads have not ended");
      }
      if (!failures.isEmpty()) {
        throw new IllegalStateException(failures.size() + " reads failed: " + failures.peek());
      }
      return new ProgrammedLanes(values);
    }
  }
}
