package io.dateline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.mad.transport.ibsim.ControlPacket;
import io.dateline.mad.transport.ibsim.DataPacket;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IbsimServerTest {
  private final Fabric fabric = Bench.build();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final IbsimServer server =
      IbsimServer.serve(simulator, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

  @AfterEach
  void close() {
    simulator.close();
  }

  private IbsimTransport connect(String node) {
    return IbsimTransport.connect(
        new FabricAddress.Sim("127.0.0.1", server.address().getPort(), node));
  }

  private boolean isSm(long guid) {
    int port =
        fabric.port(fabric.nodeByGuid(guid), fabric.isSwitch(fabric.nodeByGuid(guid)) ? 0 : 1);
    int mask = simulator.call(simulated -> simulated.portInfo(port).capabilityMask());
    return (mask & CapabilityMask.IS_SM) != 0;
  }

  @Test
  void shouldAttachByIdGuidDescriptionOrToTheFirstHost() {
    for (String name : new String[] {"H-0000000000100020", "0x100020", "host two"}) {
      try (IbsimTransport transport = connect(name)) {
        assertThat(transport.port().nodeGuid()).isEqualTo(Bench.HOST2);
      }
    }
    try (IbsimTransport transport = connect("")) {
      assertThat(transport.port().nodeGuid()).isEqualTo(Bench.HOST1);
    }
    try (IbsimTransport transport = connect("switch two")) {
      assertThat(transport.port().nodeGuid()).isEqualTo(Bench.SWITCH2);
    }
    assertThat(server.clients()).isEmpty();
  }

  @Test
  void shouldRefuseANodeThatIsNotThere() {
    assertThatThrownBy(() -> connect("nobody")).isInstanceOf(TransportUnavailableException.class);
  }

  /** A subnet manager that comes to stand by does not know the key that its port holds by then. */
  @Test
  void shouldAttachToAPortThatAnswersNoProgramWithoutItsMKey() {
    Bench bench = new Bench();
    for (DirectedRoute route : List.of(Bench.TO_HOST2, Bench.TO_SWITCH2)) {
      bench.setPortInfo(route, 0, info -> info.mKey(7).mKeyProtectBits(3).mKeyLeasePeriod(0));
    }
    try (Simulator locked = new Simulator(bench.simulated)) {
      InetSocketAddress address =
          IbsimServer.serve(locked, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .address();
      for (String node : List.of("host two", "switch two")) {
        FabricAddress.Sim there = new FabricAddress.Sim("127.0.0.1", address.getPort(), node);
        try (IbsimTransport transport = IbsimTransport.connect(there)) {
          boolean isSwitch = node.startsWith("switch");
          int port = isSwitch ? bench.port(Bench.SWITCH2, 0) : bench.port(Bench.HOST2, 1);
          assertThat(transport.port().portGuid()).isEqualTo(fabric.portGuid(port));
          assertThat(transport.port().portNumber()).isEqualTo(isSwitch ? 0 : 1);
        }
      }
      long refused = locked.call(simulated -> simulated.stats().refusedGets());
      assertThat(refused).isZero();
    }
  }

  @Test
  void shouldCarryMadsBothWays() throws Exception {
    try (IbsimTransport transport = connect("host one")) {
      CompletableFuture<MadPacket> received = new CompletableFuture<>();
      transport.start(received::complete);
      transport.send(MadPacket.directed(Smp.get(Bench.TO_SWITCH2, AttributeId.NODE_INFO, 0, 0)));

      Mad reply = received.get(10, TimeUnit.SECONDS).mad();
      assertThat(NodeInfo.of(Smp.data(reply)).nodeGuid()).isEqualTo(Bench.SWITCH2);
    }
  }

  @Test
  void shouldClearIsSmWhenTheProgramLeaves() {
    try (IbsimTransport transport = connect("host two")) {
      transport.setSubnetManager(true);
      assertThat(isSm(Bench.HOST2)).isTrue();
    }
    assertThat(isSm(Bench.HOST2)).isFalse();
  }

  @Test
  void shouldNoticeAProgramThatDied() throws IOException {
    try (DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket data = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      int slot = ask(control, ControlPacket.connect(data.getLocalPort(), "host two")).value();
      ask(control, ControlPacket.of(slot, ControlPacket.SET_ISSM, 1));
      assertThat(isSm(Bench.HOST2)).isTrue();
    }
    await().atMost(5, TimeUnit.SECONDS).until(() -> server.clients().isEmpty());
    assertThat(isSm(Bench.HOST2)).isFalse();
  }

  @Test
  void shouldSayWhenARequestCameNowhere() throws IOException {
    try (DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket data = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      int slot = ask(control, ControlPacket.connect(data.getLocalPort(), "host one")).value();
      Mad smp = Smp.get(Bench.TO_SWITCH2.then(2), AttributeId.NODE_INFO, 0, 0).transactionId(77);
      ByteBuffer out = ByteBuffer.allocate(DataPacket.BYTES);
      DataPacket.encode(MadPacket.directed(smp), out);
      data.send(new DatagramPacket(out.array(), DataPacket.BYTES, slotAddress(slot)));

      DatagramPacket reply = receive(data);
      ByteBuffer in = ByteBuffer.wrap(reply.getData(), 0, reply.getLength());

      assertThat(DataPacket.status(in)).isEqualTo(DataPacket.STATUS_TIMED_OUT);
      assertThat(DataPacket.decode(in).mad().bytes()).isEqualTo(smp.bytes());
    }
  }

  @Test
  void shouldAnswerWhatAProgramAsksOfItsOwnNode() throws IOException {
    try (DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket data = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      ControlPacket connected =
          ask(control, ControlPacket.connect(data.getLocalPort(), "host three"));
      int slot = connected.value();

      assertThat(connected.node()).isEqualTo("H-0000000000100030");
      byte[] info = ask(control, ControlPacket.of(slot, ControlPacket.GET_NODEINFO)).data();
      assertThat(NodeInfo.of(info).nodeGuid()).isEqualTo(Bench.HOST3);
      assertThat(NodeInfo.of(info).numPorts()).isEqualTo(2);
      byte[] port = ask(control, ControlPacket.of(slot, ControlPacket.GET_PORTINFO)).data();
      assertThat(PortInfo.of(port).localPortNum()).isEqualTo(1);
      byte[] keys = ask(control, ControlPacket.of(slot, ControlPacket.GET_PKEYS)).data();
      assertThat(keys).startsWith(0xFF, 0xFF, 0, 0);
      byte[] gid = ask(control, ControlPacket.of(slot, ControlPacket.GET_GID)).data();
      assertThat(ByteBuffer.wrap(gid).getLong(8)).isEqualTo(Bench.HOST3 + 1);
      byte[] guid = ask(control, ControlPacket.of(slot, ControlPacket.GET_GUID)).data();
      assertThat(ByteBuffer.wrap(guid).getLong(0)).isEqualTo(Bench.HOST3);
      assertThat(ask(control, ControlPacket.of(slot, 99)).type()).isEqualTo(ControlPacket.ERROR);
    }
  }

  @Test
  void shouldObeyNobodyButTheOwnerOfASlot() throws IOException {
    try (IbsimTransport owner = connect("host one");
        DatagramSocket stranger = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      owner.setSubnetManager(true);

      ControlPacket reply = ask(stranger, ControlPacket.of(0, ControlPacket.DISCONNECT));

      assertThat(reply.type()).isEqualTo(ControlPacket.ERROR);
      assertThat(isSm(Bench.HOST1)).isTrue();
      assertThat(server.clients()).hasSize(1);
    }
  }

  @Test
  void shouldKeepAProgramThatTriesWhetherItIsKnown() throws IOException {
    try (DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket data = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      ControlPacket connect = ControlPacket.connect(data.getLocalPort(), "host two");
      int slot = ask(control, connect).value();
      ask(control, ControlPacket.of(slot, ControlPacket.SET_ISSM, 1));

      int another = ask(control, connect).value();

      assertThat(another).isGreaterThan(slot);
      assertThat(server.clients()).hasSize(2);
      ask(control, ControlPacket.of(another, ControlPacket.DISCONNECT));
      assertThat(server.clients()).hasSize(1);
      assertThat(isSm(Bench.HOST2)).isTrue();
    }
  }

  @Test
  void shouldForgetAProgramWhenAnotherHasItsAddress() throws IOException {
    try (DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket later = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket data = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      ControlPacket connect = ControlPacket.connect(data.getLocalPort(), "host two");
      ask(control, connect);

      ask(later, connect);

      assertThat(server.clients()).hasSize(1);
    }
  }

  /** Of a program on this host it is seen that its port is free; of others nothing is. */
  @Test
  void shouldHaveRoomWhereProgramsOnOtherHostsDieAgainAndAgain() throws IOException {
    InetAddress host = addressThatIsNotTheLoopback();
    try (IbsimServer there =
        IbsimServer.serve(simulator, new InetSocketAddress(host, 0), Duration.ZERO)) {
      for (int killed = 0; killed < 3 * IbsimServer.SLOTS; killed++) {
        try (DatagramSocket control = new DatagramSocket(0, host);
            DatagramSocket data = new DatagramSocket(0, host)) {
          ControlPacket connect = ControlPacket.connect(data.getLocalPort(), "host two");
          ControlPacket reply = ask(control, connect, there.address());
          assertThat(reply.type())
              .as("CONNECT of program %d", killed)
              .isEqualTo(ControlPacket.CONNECT);
          askForNodeInfo(data, there.address(), reply.value());
        }
      }
    }
  }

  @Test
  void shouldLeaveProgramsAloneThatLiveOrHaveSentNothing() throws Exception {
    List<DatagramSocket> sockets = new ArrayList<>();
    try (IbsimServer there = serveBelowEphemeralPorts();
        IbsimTransport active =
            IbsimTransport.connect(
                new FabricAddress.Sim("127.0.0.1", there.address().getPort(), "host one"));
        DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      BlockingQueue<MadPacket> received = new LinkedBlockingQueue<>();
      active.start(received::add);
      active.send(MadPacket.directed(ControlAnswers.nodeInfo()));
      assertThat(received.poll(10, TimeUnit.SECONDS)).isNotNull();
      int answer = ControlPacket.CONNECT;
      while (answer == ControlPacket.CONNECT) {
        DatagramSocket data = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        sockets.add(data);
        answer =
            ask(control, ControlPacket.connect(data.getLocalPort(), ""), there.address()).type();
      }

      assertThat(there.clients()).hasSize(IbsimServer.SLOTS);
      Mad answerToNothing = received.poll(10, TimeUnit.SECONDS).mad();
      assertThat(answerToNothing.isResponse()).isTrue();
      assertThat(answerToNothing.managementClass()).isEqualTo(Mad.CLASS_SUBN_DIRECTED);
      sockets.getFirst().setSoTimeout(1);
      assertThatThrownBy(() -> sockets.getFirst().receive(new DatagramPacket(new byte[1024], 1024)))
          .isInstanceOf(SocketTimeoutException.class);
    } finally {
      sockets.forEach(DatagramSocket::close);
    }
  }

  /** Where no program's own socket takes the port of a slot. */
  private IbsimServer serveBelowEphemeralPorts() throws IOException {
    for (int port = 20_000; port < 32_000; port += 2 * IbsimServer.SLOTS) {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      try {
        return IbsimServer.serve(simulator, address, Duration.ZERO);
      } catch (UncheckedIOException e) {
        // somebody else listens there
      }
    }
    throw new IOException("no port below the ephemeral ones is free");
  }

  @Test
  void shouldTellWhyThereIsNoSlot() throws IOException {
    List<DatagramSocket> taken = new ArrayList<>();
    try (LogLines log = LogLines.of(IbsimServer.class)) {
      for (int slot = 0; slot < IbsimServer.SLOTS; slot++) {
        DatagramSocket socket = new DatagramSocket(null);
        taken.add(socket);
        try {
          socket.bind(slotAddress(slot));
        } catch (SocketException e) {
          // another has it, which is as good
        }
      }
      assertThatThrownBy(() -> connect("host one"))
          .isInstanceOf(TransportUnavailableException.class);
      assertThat(log.lines())
          .anySatisfy(
              line -> assertThat(line).startsWith("program refused").contains("in use", "=0 "));
    } finally {
      taken.forEach(DatagramSocket::close);
    }
  }

  @Test
  void shouldTellOnlyOfProgramsThatDoSomething() throws IOException {
    try (LogLines log = LogLines.of(IbsimSlot.class);
        DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket data = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      int slot = ask(control, ControlPacket.connect(data.getLocalPort(), "host two")).value();
      ask(control, ControlPacket.of(slot, ControlPacket.DISCONNECT));
      assertThat(log.lines()).isEmpty();

      connect("host one").close();
      assertThat(log.lines()).isEmpty();

      try (IbsimTransport transport = connect("host one")) {
        transport.setSubnetManager(true);
      }
      assertThat(log.lines())
          .hasSize(2)
          .anyMatch(line -> line.startsWith("program attached"))
          .anyMatch(line -> line.startsWith("program detached"));
    }
  }

  @Test
  void shouldSurviveRandomDatagrams() throws Exception {
    Random random = new Random(20261121);
    try (IbsimTransport transport = connect("host one");
        DatagramSocket stranger = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        DatagramSocket owner = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      int slot = ask(stranger, ControlPacket.connect(owner.getLocalPort(), "host two")).value();
      for (int i = 0; i < 20_000; i++) {
        byte[] bytes = new byte[random.nextInt(600)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
          bytes = ControlPacket.of(random.nextInt(), random.nextInt(3, 9)).encode();
        }
        stranger.send(new DatagramPacket(bytes, bytes.length, server.address()));
        byte[] mad = new byte[random.nextInt(4) == 0 ? random.nextInt(600) : DataPacket.BYTES];
        random.nextBytes(mad);
        if (mad.length == DataPacket.BYTES) {
          plausible(mad, random);
        }
        owner.send(new DatagramPacket(mad, mad.length, slotAddress(slot)));
        stranger.send(new DatagramPacket(mad, mad.length, slotAddress(slot)));
      }
      CompletableFuture<MadPacket> received = new CompletableFuture<>();
      transport.start(received::complete);
      transport.send(MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0)));

      Mad reply = received.get(10, TimeUnit.SECONDS).mad();
      assertThat(NodeInfo.of(Smp.data(reply)).nodeGuid()).isEqualTo(Bench.HOST1);
      assertThat(server.clients()).hasSize(2);
    }
  }

  /** Makes random bytes pass the first checks, so that the later ones get something to do. */
  private static void plausible(byte[] datagram, Random random) {
    ByteBuffer.wrap(datagram)
        .putInt(8, random.nextInt(2))
        .putInt(12, random.nextInt(2))
        .putLong(24, Mad.BYTES)
        .put(32, (byte) 1)
        .put(33, (byte) (random.nextBoolean() ? 0x81 : random.nextInt(6)))
        .put(34, (byte) 1)
        .put(35, (byte) random.nextInt(8));
  }

  private static InetAddress addressThatIsNotTheLoopback() throws IOException {
    Optional<InetAddress> address =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(one -> one instanceof Inet4Address && !one.isLoopbackAddress())
            .findFirst();
    assumeTrue(address.isPresent(), "this machine lacks an address that is not the loopback's");
    return address.orElseThrow();
  }

  private static void askForNodeInfo(DatagramSocket data, InetSocketAddress control, int slot)
      throws IOException {
    Mad smp = Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0).transactionId(77);
    ByteBuffer out = ByteBuffer.allocate(DataPacket.BYTES);
    DataPacket.encode(MadPacket.directed(smp), out);
    data.send(
        new DatagramPacket(
            out.array(),
            DataPacket.BYTES,
            new InetSocketAddress(control.getAddress(), control.getPort() + 1 + slot)));
    receive(data);
  }

  private InetSocketAddress slotAddress(int slot) {
    return new InetSocketAddress(
        server.address().getAddress(), server.address().getPort() + 1 + slot);
  }

  private ControlPacket ask(DatagramSocket socket, ControlPacket request) throws IOException {
    return ask(socket, request, server.address());
  }

  private static ControlPacket ask(
      DatagramSocket socket, ControlPacket request, InetSocketAddress where) throws IOException {
    byte[] bytes = request.encode();
    socket.send(new DatagramPacket(bytes, bytes.length, where));
    DatagramPacket reply = receive(socket);
    return ControlPacket.decode(reply.getData(), reply.getLength());
  }

  private static DatagramPacket receive(DatagramSocket socket) throws IOException {
    socket.setSoTimeout(10_000);
    DatagramPacket packet = new DatagramPacket(new byte[1024], 1024);
    socket.receive(packet);
    return packet;
  }
}
