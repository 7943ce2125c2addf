package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.format.TopologyWriter;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.transport.FabricAddress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the ports of a torus have been told about lanes by our node is, byte by byte, what Debian's
 * opensm tells them with the same options. With {@code -Dcompare.wide=true} on more tori.
 */
@Timeout(300)
class TorusLanesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Other weights than the defaults, in every place; VL 4 has an entry that end ports keep. */
  private static final String WEIGHTS =
      """
      qos_max_vls 8
      qos_high_limit 7
      qos_vlarb_high 0:3,1:5
      qos_vlarb_low 0:9,1:11
      qos_swe_max_vls 8
      qos_swe_high_limit 6
      qos_swe_vlarb_high 4:64,5:64,6:64,7:64
      qos_swe_vlarb_low 0:2,1:2,2:2,3:2,4:8,5:8,6:8,7:8
      """;

  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("opensm", "ibsim", "ibsim-run");
  }

  /** A {@link ComparedTorus}, with the options' defaults or with other weights. */
  private record Case(String torus, boolean weighted) {
    String settings() {
      return weighted ? WEIGHTS : "";
    }
  }

  static Stream<Case> cases() {
    Stream<Case> few = Stream.of(new Case("4 3 1", true));
    Stream<Case> many =
        Stream.of(
                "4 3 1",
                "6 5 1",
                "4 5 1",
                "5 5 5",
                "8 8 8",
                "4 5m 3",
                "6m 5 1",
                "1 4 5",
                "6 5 1 links 5:5",
                "6 5 1 switch 3,1,0 links 2:1")
            .flatMap(torus -> Stream.of(new Case(torus, false), new Case(torus, true)));
    return Boolean.getBoolean("compare.wide") ? many : few;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldProgramWhatOpensmPrograms(Case compared) throws Exception {
    ComparedTorus torus = ComparedTorus.named(compared.torus());
    ProgrammedLanes theirs;
    try (TorusManager manager = TorusManager.start(torus, folder, compared.settings())) {
      theirs = ProgrammedLanes.read(manager.subnet().address());
    }
    ProgrammedLanes ours = ours(torus, compared.settings());
    assertThat(ours.differences(theirs)).isEmpty();
    assertThat(ours.count("SL2VL")).isGreaterThan(torus.fabric().endPorts().length);
    assertThat(ours.count("VL arbitration")).isGreaterThan(torus.fabric().endPorts().length);
    System.out.printf(
        "%s: %d SL2VL maps and %d blocks of VL arbitration are equal%n",
        compared.torus(), ours.count("SL2VL"), ours.count("VL arbitration"));
  }

  /** What our node programs, on an ibsim of its own. */
  private ProgrammedLanes ours(ComparedTorus torus, String settings) throws Exception {
    Path own = Files.createTempDirectory(folder, "ours");
    Path topology = own.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(torus.fabric(), out);
    }
    try (Ibsim ibsim = Ibsim.start(topology, own)) {
      String node = "sim://127.0.0.1:%d/".formatted(ibsim.port());
      try (SmNodeProcess manager =
          SmNodeProcess.start(
              own,
              node + OpenSmSubnet.host(torus.fabric(), 0),
              "-Ddateline.subnet.opensm_conf=" + options(own, torus, settings))) {
        manager.awaitSubnetUp(PATIENCE);
        return ProgrammedLanes.read(
            new FabricAddress.Sim("127.0.0.1", ibsim.port(), OpenSmSubnet.host(torus.fabric(), 1)));
      }
    }
  }

  private static Path options(Path own, ComparedTorus torus, String settings) throws IOException {
    Path conf = Files.writeString(own.resolve("torus-2QoS.conf"), torus.conf());
    List<String> lines =
        List.of("routing_engine torus-2QoS,no_fallback", "qos TRUE", "torus_config " + conf);
    return Files.writeString(
        own.resolve("opensm.conf"), String.join("\n", lines) + "\n" + settings);
  }
}
