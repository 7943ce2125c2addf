package io.dateline.sm.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import org.junit.jupiter.api.Test;

class KnownTablesTest {
  private final Fabric then = TopologySpec.parse("torus:4x3").generate();
  private final Fabric now = TopologySpec.parse("torus:3x3").generate(); // has other indices
  private final Attributes known = Attributes.unread(then);
  private final Attributes attributes = Attributes.unread(now);

  KnownTablesTest() {
    for (int port = 0; port < then.portCount(); port++) {
      known.slToVl()[port] = new byte[] {(byte) port};
      known.vlArbitration()[port] = new byte[] {(byte) port, 1};
    }
    for (int port = 0; port < now.portCount(); port++) {
      read(port, PortState.ACTIVE);
    }
  }

  private void read(int port, int state) {
    attributes.portInfo()[port] = new PortInfo().portState(state).bytes();
  }

  private int before(int port) {
    return then.port(then.nodeByGuid(now.nodeGuid(now.nodeOf(port))), now.portNumber(port));
  }

  @Test
  void shouldFindPortsByGuidAndNumber() {
    KnownTables.carry(then, known, now, attributes, port -> true);

    for (int port = 0; port < now.portCount(); port++) {
      assertThat(attributes.slToVl()[port]).isSameAs(known.slToVl()[before(port)]);
      assertThat(attributes.vlArbitration()[port]).isSameAs(known.vlArbitration()[before(port)]);
    }
  }

  @Test
  void shouldKnowNothingOfPortsThatMayHaveBeenWithoutPower() {
    read(3, PortState.INIT);
    attributes.portInfo()[4] = null;

    KnownTables.carry(then, known, now, attributes, port -> true);

    assertThat(attributes.slToVl()[3]).isNull();
    assertThat(attributes.vlArbitration()[3]).isNull();
    assertThat(attributes.slToVl()[4]).isNull();
    assertThat(attributes.slToVl()[5]).isNotNull();
  }

  @Test
  void shouldKnowNothingOfNodesInOtherHands() {
    int strangers = 1; // a switch
    int adapter = now.switchCount();
    int free = now.port(adapter, 1);

    KnownTables.carry(
        then, known, now, attributes, port -> now.nodeOf(port) != strangers && port != free);

    for (int port = 0; port < now.portCount(); port++) {
      boolean isKnown = now.nodeOf(port) != strangers && port != free;
      assertThat(attributes.slToVl()[port] != null).isEqualTo(isKnown);
    }
  }

  @Test
  void shouldKnowTheRestOfTablesOfPKeysWhoseFirstBlocksWereRead() {
    short[] table = {-1, 1, 0, 2};
    known.pKeys()[before(1)] = table;
    known.pKeys()[before(2)] = table;
    known.pKeys()[before(3)] = table;
    known.pKeys()[before(6)] = table;
    attributes.pKeys()[2] = new short[] {-1, 1};
    attributes.pKeys()[3] = new short[] {-1, 5};
    short[] whole = {-1, 7, 7, 7};
    attributes.pKeys()[6] = whole;

    KnownTables.carry(then, known, now, attributes, port -> true);

    assertThat(attributes.pKeys()[1]).isSameAs(table);
    assertThat(attributes.pKeys()[2]).isSameAs(table);
    assertThat(attributes.pKeys()[3]).containsExactly(-1, 5);
    assertThat(attributes.pKeys()[6]).isSameAs(whole);
  }

  @Test
  void shouldKnowTheBlocksOfGuidsBehindTheFirstOne() {
    byte[] table = new byte[2 * GuidInfo.BYTES];
    table[GuidInfo.BYTES] = 7;
    known.guidInfo()[before(1)] = table;
    known.guidInfo()[before(2)] = table;
    known.guidInfo()[before(3)] = table;
    attributes.guidInfo()[2] = new byte[GuidInfo.BYTES];
    byte[] other = new byte[GuidInfo.BYTES];
    other[8] = 1; // the port has been without power, say
    attributes.guidInfo()[3] = other;

    KnownTables.carry(then, known, now, attributes, port -> true);

    assertThat(attributes.guidInfo()[1]).isSameAs(table);
    assertThat(attributes.guidInfo()[2]).isSameAs(table);
    assertThat(attributes.guidInfo()[3]).isSameAs(other);
  }
}
