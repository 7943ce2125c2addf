package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.OpenSmProcess;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.Running;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Debian's opensm, up and answering on an ibsim of its own. */
final class OpenSmSubnet implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Fabric fabric;
  private final Path folder;
  private final Ibsim ibsim;
  private final Running opensm;

  private OpenSmSubnet(Fabric fabric, Path folder, Ibsim ibsim, Running opensm) {
    this.fabric = fabric;
    this.folder = folder;
    this.ibsim = ibsim;
    this.opensm = opensm;
  }

  /**
   * Starts one at the first adapter and waits until the subnet is up.
   *
   * @param folder of its files; what an earlier one has cached there, it goes on with
   * @param settings lines for its file of options
   * @param arguments beside those for its log and its options
   * @throws IllegalStateException if no engine it may use routes the fabric
   */
  static OpenSmSubnet start(Fabric fabric, Path folder, String settings, String... arguments)
      throws IOException {
    Path topology = folder.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(fabric, out);
    }
    Path options =
        Files.writeString(folder.resolve("options"), "force_log_flush TRUE\n" + settings);
    List<String> all = new ArrayList<>(List.of("-F", options.toString(), "-D", "0x47"));
    all.addAll(List.of(arguments));
    Path log = folder.resolve("opensm.log");
    Files.deleteIfExists(log);
    Ibsim ibsim = Ibsim.start(topology, folder);
    Running opensm = OpenSmProcess.launch(folder, ibsim.port(), host(fabric, 0), log, all);
    OpenSmSubnet subnet = new OpenSmSubnet(fabric, folder, ibsim, opensm);
    try {
      Awaitility.await("SUBNET UP of opensm")
          .atMost(PATIENCE)
          .until(() -> Files.exists(log) && subnet.isUp());
      return subnet;
    } catch (RuntimeException e) {
      subnet.close();
      throw e;
    }
  }

  private boolean isUp() throws IOException {
    String said = log();
    if (said.contains("No routing engine able")) {
      throw new IllegalStateException(said);
    }
    return said.contains("SUBNET UP");
  }

  /** The engine whose tables it programmed; another one than was asked for where that refused. */
  String engine() throws IOException {
    return OpenSmTables.engine(log());
  }

  /** The ports of channel adapters. */
  static int[] adapters(Fabric fabric) {
    return Arrays.stream(fabric.endPorts())
        .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
        .toArray();
  }

  /** ibsim's name of an adapter. */
  static String host(Fabric fabric, int which) {
    return "H-%016x".formatted(fabric.nodeGuid(fabric.nodeOf(adapters(fabric)[which])));
  }

  /** Where somebody else can attach to its fabric. */
  FabricAddress.Sim address() {
    return new FabricAddress.Sim("127.0.0.1", ibsim.port(), host(fabric, 1));
  }

  Fabric fabric() {
    return fabric;
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
              new MadRequest(PathQuestions.question(at, source, destination), at, 2000, 3),
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

  @Override
  public void close() {
    opensm.close();
    ibsim.close();
  }
}
