package io.dateline.sm.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.Field;
import io.dateline.sm.registration.Register;

/**
 * Records that tell something of an end port, or of the switch it is the port 0 of, and carry its
 * base LID. Asked for a LID, whichever of the port's LIDs it is, only that port is looked at.
 */
abstract class EndPortSource implements RecordSource {
  private final int attributeId;
  private final AttributeLayout layout;
  private final Field lid;

  EndPortSource(int attributeId, AttributeLayout layout, Field lid) {
    this.attributeId = attributeId;
    this.layout = layout;
    this.lid = lid;
  }

  @Override
  public final int attributeId() {
    return attributeId;
  }

  @Override
  public final int recordBytes() {
    return layout.bytes();
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return (componentMask & lid.mask()) != 0;
  }

  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return index.view().fabric().portCount();
  }

  @Override
  public final void collect(SaQuery query, RecordTable answer) {
    for (int endPort : candidates(query)) {
      if (query.maySee(endPort)) {
        add(query, endPort, answer);
      }
      if (answer.isExceeded()) {
        return;
      }
    }
  }

  /** The end ports that can have matching records. */
  int[] candidates(SaQuery query) {
    return query.endPorts(lid);
  }

  /** Adds the records of an end port that match. */
  abstract void add(SaQuery query, int endPort, RecordTable answer);

  /** Writes the base LID into a new record, and says where the record begins. */
  final int begin(SaQuery query, int endPort, RecordTable answer) {
    int offset = answer.next();
    lid.setInt(answer.bytes(), offset, query.view().lids().baseLid(endPort));
    return offset;
  }

  /** Keeps the record if it has every component asked for; its LID is known to be right. */
  final void keepIfMatching(SaQuery query, RecordTable answer, int offset) {
    keepIfMatching(query, answer, offset, 0);
  }

  /** The same, except for components that were compared in another way. */
  final void keepIfMatching(SaQuery query, RecordTable answer, int offset, long except) {
    if (query.matches(layout, answer.bytes(), offset, except | lid.mask())) {
      answer.keep();
    }
  }

  /** Ports one after another; none where the first is behind the last. */
  record Ports(int first, int last) {}

  /** The ports that an end port speaks for, of which a query may ask for one by its number. */
  static Ports ports(SaQuery query, int endPort, Field number) {
    int last = lastPort(query, endPort);
    if (!query.has(number)) {
      return new Ports(endPort, last);
    }
    int asked = endPort + query.value(number) - query.fabric().portNumber(endPort);
    return asked < endPort || asked > last
        ? new Ports(endPort, endPort - 1)
        : new Ports(asked, asked);
  }

  /** The last of the ports that an end port speaks for: a switch's last one, otherwise itself. */
  static int lastPort(SaQuery query, int endPort) {
    int node = query.fabric().nodeOf(endPort);
    return query.fabric().isSwitch(node)
        ? endPort + query.fabric().externalPortCount(node)
        : endPort;
  }
}
