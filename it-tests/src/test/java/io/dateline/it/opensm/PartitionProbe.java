package io.dateline.it.opensm;

import io.dateline.fabric.DirectedPaths;
import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks ports for their P_Keys, and a subnet manager for its groups, from an adapter's port. */
final class PartitionProbe implements AutoCloseable {
  private static final int QUEUE_PAIR = 1;
  private static final int FIRST_MLID = 0xC000;
  private static final int GAP_MAX = 10;
  private static final int PATIENCE_MS = 2_000;

  private final Fabric fabric;
  private final DirectedPaths paths;
  private final MadExchange exchange;

  PartitionProbe(Fabric fabric, int port, FabricAddress.Sim address) {
    this.fabric = fabric;
    paths = DirectedPaths.from(fabric, port);
    exchange = Transactor.open(IbsimTransport.connect(address), ExchangeSettings.DEFAULT);
  }

  /** How many P_Keys an end port has room for (NodeInfo), or a switch's external ports. */
  int capacity(int port) throws Exception {
    boolean isExternal = fabric.isSwitch(fabric.nodeOf(port)) && fabric.portNumber(port) > 0;
    byte[] reply =
        get(port, isExternal ? AttributeId.SWITCH_INFO : AttributeId.NODE_INFO, 0).bytes();
    return isExternal
        ? SwitchInfo.in(reply, Mad.SMP_DATA).partitionEnforcementCap()
        : NodeInfo.in(reply, Mad.SMP_DATA).partitionCap();
  }

  /** The P_Keys of a port by index, without the zeros at the end. */
  short[] table(int port, int capacity) throws Exception {
    boolean isExternal = fabric.isSwitch(fabric.nodeOf(port)) && fabric.portNumber(port) > 0;
    short[] table = new short[capacity];
    for (int block = 0; block * PKeyTable.ENTRIES < capacity; block++) {
      int modifier = PKeyTable.modifier(isExternal ? fabric.portNumber(port) : 0, block);
      PKeyTable keys =
          PKeyTable.in(get(port, AttributeId.P_KEY_TABLE, modifier).bytes(), Mad.SMP_DATA);
      int first = block * PKeyTable.ENTRIES;
      for (int i = 0; i < Math.min(PKeyTable.ENTRIES, capacity - first); i++) {
        table[first + i] = (short) keys.pKeyBlock(i);
      }
    }
    int length = capacity;
    while (length > 0 && table[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(table, length);
  }

  /**
   * All groups of the subnet administration at a LID whose P_Key the adapter's port holds. It gives
   * the lowest MLIDs that are free, so that there are no wide gaps.
   */
  List<McMemberRecord> groups(int at) throws Exception {
    List<McMemberRecord> groups = new ArrayList<>();
    int missed = 0;
    for (int mlid = FIRST_MLID; missed < GAP_MAX; mlid++) {
      Optional<McMemberRecord> group = group(at, mlid);
      group.ifPresent(groups::add);
      missed = group.isPresent() ? 0 : missed + 1;
    }
    return groups;
  }

  private Optional<McMemberRecord> group(int at, int mlid) throws Exception {
    Mad question =
        Sa.request(
            Mad.GET,
            AttributeId.MC_MEMBER_RECORD,
            0,
            McMemberRecord.MLID.mask(),
            0,
            new McMemberRecord().mlid(mlid).bytes());
    MadPacket packet = new MadPacket(question, QUEUE_PAIR, at, QUEUE_PAIR, 0);
    return switch (ask(new MadRequest(packet, at, PATIENCE_MS, 5))) {
      case MadOutcome.Answered answered ->
          Optional.of(McMemberRecord.of(Sa.data(answered.reply())));
      case MadOutcome.Refused refused -> Optional.empty();
      case MadOutcome other -> throw new IllegalStateException(other.toString());
    };
  }

  private Mad get(int port, int attribute, int modifier) throws Exception {
    DirectedRoute route = DirectedRoute.LOCAL;
    for (byte exit : paths.routeToPort(fabric.endPortAt(port) == port ? port : port0(port))) {
      route = route.then(exit & 0xFF);
    }
    MadPacket packet = MadPacket.directed(Smp.get(route, attribute, modifier, 0));
    if (ask(MadRequest.of(packet, port)) instanceof MadOutcome.Answered answered) {
      return answered.reply();
    }
    throw new IllegalStateException("no answer of port %d".formatted(port));
  }

  private int port0(int port) {
    int node = fabric.nodeOf(port);
    return fabric.isSwitch(node) ? fabric.port(node, 0) : port;
  }

  private MadOutcome ask(MadRequest request) throws Exception {
    CompletableFuture<MadOutcome> ended = new CompletableFuture<>();
    exchange.request(request, ended::complete);
    return ended.get(1, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    exchange.close();
  }
}
