package io.dateline.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.transport.MadPacket;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever arrives: no exception, and no change by anything that was refused. */
class RandomSmpProperties {
  private static final int[] ATTRIBUTES = {
    AttributeId.NOTICE,
    AttributeId.NODE_DESCRIPTION,
    AttributeId.NODE_INFO,
    AttributeId.SWITCH_INFO,
    AttributeId.GUID_INFO,
    AttributeId.PORT_INFO,
    AttributeId.P_KEY_TABLE,
    AttributeId.SL_TO_VL_MAPPING_TABLE,
    AttributeId.VL_ARBITRATION_TABLE,
    AttributeId.LINEAR_FORWARDING_TABLE,
    AttributeId.RANDOM_FORWARDING_TABLE,
    AttributeId.MULTICAST_FORWARDING_TABLE,
    AttributeId.SM_INFO,
    AttributeId.LED_INFO,
    AttributeId.MLNX_EXT_PORT_INFO
  };
  private static final DirectedRoute[] ROUTES = {
    DirectedRoute.LOCAL, Bench.TO_SWITCH1, Bench.TO_SWITCH2, Bench.TO_HOST2, Bench.TO_HOST3
  };

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  /** A Set that is well formed as a packet, of anything, to anywhere, with any content. */
  private static Mad randomSet(Random random) {
    byte[] data = new byte[64];
    if (random.nextBoolean()) {
      random.nextBytes(data);
    } else {
      for (int i = random.nextInt(4); i > 0; i--) {
        data[random.nextInt(64)] = (byte) random.nextInt();
      }
    }
    int modifier =
        switch (random.nextInt(3)) {
          case 0 -> random.nextInt(6);
          case 1 -> random.nextInt(6) << 16 | random.nextInt(4);
          default -> random.nextInt();
        };
    return Smp.set(
        ROUTES[random.nextInt(ROUTES.length)],
        ATTRIBUTES[random.nextInt(ATTRIBUTES.length)],
        modifier,
        random.nextInt(4) == 0 ? random.nextLong() : 0,
        data);
  }

  @Property(tries = 300)
  void shouldChangeNothingWhenARequestIsRefused(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Bench bench = new Bench();
    bench.bringUp();
    for (int i = 0; i < 20; i++) {
      byte[] before = snapshot(bench);
      Mad reply = bench.smp(randomSet(random));
      if (reply != null && reply.status() != 0) {
        assertThat(snapshot(bench)).isEqualTo(before);
      }
    }
  }

  @Property(tries = 200)
  void shouldSurviveRandomBytes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Bench bench = new Bench();
    bench.bringUp();
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[Mad.BYTES];
      random.nextBytes(bytes);
      bytes[1] = random.nextBoolean() ? (byte) 0x81 : (byte) random.nextInt(8);
      bytes[3] = random.nextBoolean() ? (byte) random.nextInt(8) : (byte) random.nextInt();
      int lid = random.nextBoolean() ? random.nextInt(8) : random.nextInt(0x10000);
      bench.simulated.send(
          bench.host2.attachment,
          new MadPacket(
              Mad.wrap(bytes), random.nextInt(2), lid, random.nextInt(3), random.nextInt(16)));
      bench.simulated.advance(i * 100L);
    }
    assertThat(bench.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0).status()).isZero();
  }

  @Property(tries = 100)
  void shouldDoTheSameForTheSameCalls(@ForAll("seeds") long seed) {
    assertThat(history(seed)).isEqualTo(history(seed));
  }

  private static byte[] history(long seed) {
    Random random = new Random(seed);
    Bench bench = new Bench();
    bench.bringUp();
    bench.simulated.loss(0.1, seed);
    bench.simulated.duplicate(0.1, seed);
    bench.simulated.delay(3);
    ByteArrayOutputStream history = new ByteArrayOutputStream();
    for (int i = 0; i < 100; i++) {
      bench.simulated.send(bench.host1.attachment, MadPacket.directed(randomSet(random)));
      if (random.nextInt(10) == 0) {
        int port = random.nextInt(bench.fabric.portCount());
        if (!bench.simulated.unlink(port)) {
          bench.simulated.relink(port);
        }
      }
      bench.simulated.advance(i * 400L);
      for (MadPacket packet : bench.host1.received) {
        history.writeBytes(packet.mad().bytes());
      }
      bench.host1.received.clear();
    }
    return history.toByteArray();
  }

  /** Everything that can be read of every node, without asking by SMP. */
  private static byte[] snapshot(Bench bench) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int port = 0; port < bench.fabric.portCount(); port++) {
      all.writeBytes(bench.simulated.portInfo(port).bytes());
    }
    for (int node = 0; node < bench.fabric.switchCount(); node++) {
      all.writeBytes(bench.simulated.switchInfo(node).bytes());
    }
    for (int node = 0; node < bench.fabric.nodeCount(); node++) {
      int port = bench.fabric.port(node, bench.fabric.isSwitch(node) ? 0 : 1);
      for (Mad get : tables(bench.fabric.isSwitch(node))) {
        all.writeBytes(bench.simulated.ask(port, get));
      }
    }
    return all.toByteArray();
  }

  private static Mad[] tables(boolean isSwitch) {
    Mad[] common = {
      localGet(AttributeId.GUID_INFO, 0),
      localGet(AttributeId.GUID_INFO, 1),
      localGet(AttributeId.P_KEY_TABLE, 0),
      localGet(AttributeId.P_KEY_TABLE, 1),
      localGet(AttributeId.LED_INFO, 0),
      localGet(AttributeId.SL_TO_VL_MAPPING_TABLE, isSwitch ? 0x0103 : 0),
      localGet(AttributeId.VL_ARBITRATION_TABLE, isSwitch ? 0x10003 : 0x10000),
      localGet(AttributeId.VL_ARBITRATION_TABLE, isSwitch ? 0x30003 : 0x30000)
    };
    if (!isSwitch) {
      return common;
    }
    Mad[] all = Arrays.copyOf(common, common.length + 3);
    all[common.length] = localGet(AttributeId.LINEAR_FORWARDING_TABLE, 0);
    all[common.length + 1] = localGet(AttributeId.LINEAR_FORWARDING_TABLE, 5);
    all[common.length + 2] = localGet(AttributeId.MULTICAST_FORWARDING_TABLE, 0);
    return all;
  }

  private static Mad localGet(int attributeId, int modifier) {
    return Smp.get(DirectedRoute.LOCAL, attributeId, modifier, 0);
  }

  @Property(tries = 50)
  void shouldAnswerAfterAnyEvents(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Bench bench = new Bench();
    for (int i = 0; i < 100; i++) {
      int port = random.nextInt(bench.fabric.portCount());
      int node = random.nextInt(bench.fabric.nodeCount());
      switch (random.nextInt(5)) {
        case 0 -> bench.simulated.unlink(port);
        case 1 -> bench.simulated.relink(port);
        case 2 -> bench.simulated.nodeDown(node);
        case 3 -> bench.simulated.nodeUp(node);
        default -> bench.simulated.link(port, random.nextInt(bench.fabric.portCount()));
      }
    }
    for (int node = 0; node < bench.fabric.nodeCount(); node++) {
      bench.simulated.nodeUp(node);
    }
    NodeInfo own = NodeInfo.of(Smp.data(bench.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0)));
    assertThat(own.nodeGuid()).isEqualTo(Bench.HOST1);
    for (int port = 0; port < bench.fabric.portCount(); port++) {
      int peer = bench.simulated.peer(port);
      if (peer >= 0) {
        assertThat(bench.simulated.peer(peer)).isEqualTo(port);
        assertThat(bench.simulated.portState(port)).isEqualTo(bench.simulated.portState(peer));
      }
    }
  }
}
