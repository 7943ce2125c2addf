package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.sa.LinkRecord;
import java.util.Arrays;

/** LinkRecord (IBA Vol 1, 15.2.5.13): two a cable, one from each end. */
final class LinkRecords extends EndPortSource {
  LinkRecords() {
    super(AttributeId.LINK_RECORD, LinkRecord.LAYOUT, LinkRecord.FROM_LID);
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return super.namesItsEnds(componentMask) || (componentMask & LinkRecord.TO_LID.mask()) != 0;
  }

  @Override
  int[] candidates(SaQuery query) {
    if (query.has(LinkRecord.FROM_LID) || !query.has(LinkRecord.TO_LID)) {
      return super.candidates(query);
    }
    int to = query.view().lids().port(query.value(LinkRecord.TO_LID));
    return to == Fabric.NONE ? new int[0] : neighbours(query, to);
  }

  /** The end ports at the other ends of an end port's cables, each once. */
  private static int[] neighbours(SaQuery query, int endPort) {
    Fabric fabric = query.fabric();
    int last = lastPort(query, endPort);
    int[] found = new int[last - endPort + 1];
    int count = 0;
    for (int port = endPort; port <= last; port++) {
      int peer = fabric.peer(port);
      if (peer != Fabric.NONE) {
        found[count++] = endPortOf(fabric, peer);
      }
    }
    return Arrays.stream(found, 0, count).sorted().distinct().toArray();
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Fabric fabric = query.fabric();
    Ports ports = ports(query, endPort, LinkRecord.FROM_PORT);
    int wanted =
        query.has(LinkRecord.TO_LID)
            ? query.view().lids().port(query.value(LinkRecord.TO_LID))
            : Fabric.NONE;
    for (int port = ports.first(); port <= ports.last(); port++) {
      int peer = fabric.peer(port);
      if (peer == Fabric.NONE) {
        continue;
      }
      int to = endPortOf(fabric, peer);
      boolean isWanted = to == wanted || !query.has(LinkRecord.TO_LID);
      if (isWanted && query.maySee(to)) {
        int offset = begin(query, endPort, answer);
        LinkRecord.in(answer.bytes(), offset)
            .fromPort(fabric.portNumber(port))
            .toPort(fabric.portNumber(peer))
            .toLid(query.view().lids().baseLid(to));
        keepIfMatching(query, answer, offset, LinkRecord.TO_LID.mask());
      }
    }
  }

  /** The port whose LID stands for a port: port 0 of its switch, or the port itself. */
  private static int endPortOf(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    return fabric.isSwitch(node) ? fabric.port(node, 0) : port;
  }
}
