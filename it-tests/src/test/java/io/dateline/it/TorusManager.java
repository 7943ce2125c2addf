package io.dateline.it;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.format.SlToVlDumpReader;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Sa;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Debian's opensm with torus-2QoS, up and answering on an ibsim of its own, and one multicast group
 * of all adapters, which it has from a file as if they had joined before it was started.
 */
final class TorusManager implements AutoCloseable {
  /** Of the group. */
  static final int MLID = 0xC010;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int QUEUE_PAIR = 1;
  private static final String GID = "port_gid=0xfe80000000000000:0x";

  private final Fabric fabric;
  private final Path folder;
  private final Ibsim ibsim;
  private final Running opensm;

  private TorusManager(Fabric fabric, Path folder, Ibsim ibsim, Running opensm) {
    this.fabric = fabric;
    this.folder = folder;
    this.ibsim = ibsim;
    this.opensm = opensm;
  }

  /** Starts one and waits until the subnet is up. */
  static TorusManager start(ComparedTorus torus, Path parent) throws IOException {
    return start(torus, parent, "");
  }

  /**
   * Starts one and waits until the subnet is up.
   *
   * @param settings lines for its file of options
   */
  static TorusManager start(ComparedTorus torus, Path parent, String settings) throws IOException {
    Fabric fabric = torus.fabric();
    Path own = Files.createTempDirectory(parent, "opensm");
    Path topology = own.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(fabric, out);
    }
    Path conf = Files.writeString(own.resolve("torus-2QoS.conf"), torus.conf());
    Path groups = Files.writeString(own.resolve("groups"), groups(fabric));
    Path options = Files.writeString(own.resolve("options"), "force_log_flush TRUE\n" + settings);
    Path log = own.resolve("opensm.log");
    Ibsim ibsim = Ibsim.start(topology, own);
    Running opensm =
        OpenSmProcess.launch(
            own,
            ibsim.port(),
            host(fabric, 0),
            log,
            List.of(
                "-R",
                "torus-2QoS,no_fallback",
                "-Q",
                "--torus_config",
                conf.toString(),
                "-S",
                groups.toString(),
                "-F",
                options.toString(),
                "-D",
                "0x47"));
    TorusManager manager = new TorusManager(fabric, own, ibsim, opensm);
    Awaitility.await("SUBNET UP of opensm")
        .atMost(PATIENCE)
        .until(() -> Files.exists(log) && manager.isUp());
    return manager;
  }

  private boolean isUp() throws IOException {
    String said = log();
    if (said.contains("No routing engine able")) {
      close();
      throw new IllegalStateException(said);
    }
    return said.contains("SUBNET UP");
  }

  private static String groups(Fabric fabric) {
    StringBuilder text = new StringBuilder("MC Group 0xc010 : mgid=0xff12401bffff0000:0x0abcdef ");
    text.append(GID).append(Long.toHexString(fabric.portGuid(adapters(fabric)[0])));
    text.append(" qkey=0xb1b mlid=0xc010 mtu=0x84 tclass=0x0 pkey=0xffff rate=0x83");
    text.append(" pkt_life=0x92 sl_flow_hop=0x0 scope_state=0x21 proxy_join=0x0\n");
    for (int port : adapters(fabric)) {
      text.append("  mcm_port: ").append(GID).append(Long.toHexString(fabric.portGuid(port)));
      text.append(" scope_state=0x21 proxy_join=0x0\n");
    }
    return text.toString();
  }

  /** The ports of channel adapters, all of them in the group. */
  static int[] adapters(Fabric fabric) {
    return Arrays.stream(fabric.endPorts())
        .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
        .toArray();
  }

  /** Where somebody else can attach to its fabric. */
  FabricAddress.Sim address() {
    return new FabricAddress.Sim("127.0.0.1", ibsim.port(), host(fabric, 1));
  }

  /** ibsim's name of an adapter. */
  static String host(Fabric fabric, int which) {
    return "H-%016x".formatted(fabric.nodeGuid(fabric.nodeOf(adapters(fabric)[which])));
  }

  String log() throws IOException {
    return Files.readString(folder.resolve("opensm.log"));
  }

  LidMap lids() throws IOException {
    return dump().lids();
  }

  ForwardingTables tables() throws IOException {
    return dump().tables();
  }

  private LftDump dump() throws IOException {
    return LftDumpReader.read(folder.resolve("opensm-lfts.dump"), fabric);
  }

  SlToVl lanes() throws IOException {
    return SlToVlDumpReader.read(folder.resolve("opensm-sl2vl.dump"), fabric).slToVl();
  }

  /** The ports of the group at each switch, as it dumps them. */
  String multicastTables() throws IOException {
    return Files.readString(folder.resolve("opensm.mcfdbs"));
  }

  /**
   * The SLs that its subnet administration answers, one question a pair; -1 where it does not.
   *
   * @param sources LIDs
   * @param destinations LIDs
   */
  PathSl levels(List<Integer> sources, List<Integer> destinations) throws Exception {
    // By source and destination; of the exchange's thread until it is done.
    LidMap lids = lids();
    byte[][] answers = new byte[lids.maxLid() + 1][lids.maxLid() + 1];
    for (byte[] row : answers) {
      Arrays.fill(row, (byte) -1);
    }
    int at = lids.baseLid(adapters(fabric)[0]);
    try (MadExchange exchange =
        Transactor.open(IbsimTransport.connect(address()), ExchangeSettings.DEFAULT)) {
      for (int source : sources) {
        CountDownLatch left = new CountDownLatch(destinations.size());
        for (int destination : destinations) {
          exchange.request(
              new MadRequest(question(at, source, destination), at, 2000, 3),
              outcome -> {
                if (outcome instanceof MadOutcome.Answered answered) {
                  answers[source][destination] =
                      (byte) PathRecord.of(Sa.data(answered.reply())).sl();
                }
                left.countDown();
              });
        }
        if (!left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          throw new IllegalStateException(left.getCount() + " questions have not ended");
        }
      }
    }
    return (source, destination) -> answers[source][destination];
  }

  private static MadPacket question(int at, int source, int destination) {
    Mad mad =
        Sa.request(
            Mad.GET,
            AttributeId.PATH_RECORD,
            0,
            PathRecord.SLID.mask() | PathRecord.DLID.mask(),
            0,
            new PathRecord().slid(source).dlid(destination).bytes());
    return new MadPacket(mad, QUEUE_PAIR, at, QUEUE_PAIR, 0);
  }

  @Override
  public void close() {
    opensm.close();
    ibsim.close();
  }
}
