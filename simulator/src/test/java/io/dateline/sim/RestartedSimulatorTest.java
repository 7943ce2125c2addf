package io.dateline.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A simulator that stops and starts again at the same address, under a client. */
class RestartedSimulatorTest {
  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();

  @Test
  void itsClientAttachesAgainAsTheSubnetManagerItWas() throws Exception {
    Simulator first = new Simulator(new SimulatedFabric(fabric));
    try (Simulator second = new Simulator(new SimulatedFabric(fabric))) {
      InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      IbsimServer before = IbsimServer.serve(first, anyPort);
      InetSocketAddress address = before.address();
      CountDownLatch answers = new CountDownLatch(1);
      try (IbsimTransport client =
          IbsimTransport.connect(new FabricAddress.Sim("127.0.0.1", address.getPort(), ""))) {
        client.start(packet -> answers.countDown());
        client.setSubnetManager(true);
        first.close();

        IbsimServer.serve(second, address);

        MadPacket question =
            MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0));
        for (int tried = 0; tried < 60 && answers.getCount() > 0; tried++) {
          client.send(question);
          answers.await(250, TimeUnit.MILLISECONDS);
        }
        assertThat(answers.getCount()).as("answers missing").isZero();
        int port = fabric.endPorts()[fabric.switchCount()];
        int capabilities = second.call(now -> now.portInfo(port).capabilityMask());
        assertThat(capabilities & CapabilityMask.IS_SM).isNotZero();
      }
    } finally {
      first.close();
    }
  }
}
