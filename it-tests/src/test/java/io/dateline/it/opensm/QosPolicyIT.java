package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.transport.FabricAddress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that our node answers under a QoS policy are those of Debian's opensm with that file. */
@Timeout(300)
class QosPolicyIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  private final ComparedTorus torus = ComparedTorus.named("4 5 1");
  private final Fabric fabric = torus.fabric();
  private final int[] adapters = OpenSmSubnet.adapters(fabric);

  @BeforeAll
  static void tools() {
    Machine.needs("opensm", "ibsim", "ibsim-run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"torus-2QoS", "minhop"})
  void shouldAnswerWhatOpensmAnswers(String engine) throws Exception {
    Path policy = Files.writeString(folder.resolve("qos-policy.conf"), policy());
    String options = options(engine, policy);
    List<PathTerms.Question> questions = questions();
    Map<String, String> theirs;
    try (OpenSmSubnet opensm =
        OpenSmSubnet.start(fabric, Files.createTempDirectory(folder, "opensm"), options)) {
      assertThat(opensm.log()).doesNotContain("ERR AC0");
      theirs = PathTerms.ask(opensm.address(), questions);
    }
    Map<String, String> ours = ours(options, questions);
    assertThat(ours).hasSameSizeAs(questions);
    assertThat(differences(questions, ours, theirs)).isEmpty();
    Set<String> kinds = new HashSet<>(ours.values());
    System.out.printf("%s: %d answers of %d kinds are equal%n", engine, ours.size(), kinds.size());
    assertThat(kinds).hasSizeGreaterThan(12);
  }

  @Test
  void shouldNotStartWithAFileThatIsWrong() throws Exception {
    Path policy = Files.writeString(folder.resolve("policy"), "qos-ulps\nsdp : 16\nend-qos-ulps\n");
    Running.Ended node =
        Running.run(
            folder.resolve("output"),
            PATIENCE,
            Map.of(),
            List.of(
                Machine.root().resolve("dateline").toString(),
                "node",
                "--state",
                folder.resolve("state").toString(),
                "-Ddateline.subnet.qos=true",
                "-Ddateline.subnet.qos_policy_file=" + policy));
    assertThat(node.output()).contains(policy + ":2: SL 16 is not within 0 to 15");
    assertThat(node.exitCode()).isEqualTo(2);
  }

  private Map<String, String> ours(String options, List<PathTerms.Question> questions)
      throws Exception {
    Path own = Files.createTempDirectory(folder, "ours");
    Path topology = own.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(fabric, out);
    }
    Path conf = Files.writeString(own.resolve("opensm.conf"), options);
    try (Ibsim ibsim = Ibsim.start(topology, own);
        SmNodeProcess manager =
            SmNodeProcess.start(
                own,
                "sim://127.0.0.1:%d/%s".formatted(ibsim.port(), OpenSmSubnet.host(fabric, 0)),
                "-Ddateline.subnet.opensm_conf=" + conf)) {
      manager.awaitSubnetUp(PATIENCE);
      return PathTerms.ask(
          new FabricAddress.Sim("127.0.0.1", ibsim.port(), OpenSmSubnet.host(fabric, 1)),
          questions);
    }
  }

  /**
   * With rates between adapters only: OpenSM goes by the rate that a switch tells of its port 0,
   * which is no link.
   */
  private List<String> differences(
      List<PathTerms.Question> questions, Map<String, String> ours, Map<String, String> theirs) {
    List<String> differences = new ArrayList<>();
    for (PathTerms.Question question : questions) {
      String our = ours.get(question.toString());
      String their = theirs.get(question.toString());
      if (!isAdapter(question.from()) || !isAdapter(question.to())) {
        our = our.replaceAll("rate [0-9]+", "some rate");
        their = their.replaceAll("rate [0-9]+", "some rate");
      }
      if (!our.equals(their)) {
        differences.add("%s: %s, not %s".formatted(question, our, their));
      }
    }
    return differences;
  }

  private boolean isAdapter(long guid) {
    return !fabric.isSwitch(fabric.nodeOf(fabric.endPortByGuid(guid)));
  }

  private String options(String engine, Path policy) throws IOException {
    Path conf = Files.writeString(folder.resolve("torus-2QoS.conf"), torus.conf());
    return """
        routing_engine %s,no_fallback
        torus_config %s
        qos TRUE
        qos_sl2vl 0,1,2,3,4,5,6,7,0,1,2,3,15,5,6,7
        qos_policy_file %s
        """
        .formatted(engine, conf, policy);
  }

  private String policy() {
    return """
        port-groups
          port-group
            name: Storage
            use: by GUID
            port-guid: 0x%x, 0x%x-0x%x
          end-port-group
          port-group
            name: named hosts
            port-name: "%s/P1", "nobody/P1"
          end-port-group
          port-group
            name: switches
            node-type: SWITCH
          end-port-group
          port-group
            name: manager
            node-type: SELF
          end-port-group
          port-group
            name: everybody
            pkey: 0x7FFF
          end-port-group
        end-port-groups
        qos-setup
          vlarb-tables
            vlarb-scope
              group: Storage
              vlarb-low: 0:1,1:2
            end-vlarb-scope
          end-vlarb-tables
        end-qos-setup
        qos-levels
          qos-level
            name: DEFAULT
            sl: 3
          end-qos-level
          qos-level
            name: Bulk
            sl: 9
            mtu-limit: 3
            rate-limit: 3
            packet-life: 12
          end-qos-level
          qos-level
            name: Fast
            sl: 15
            pkey: 0x7000-0xFFFF
          end-qos-level
          qos-level
            name: Strange
            sl: 8
            pkey: 0x1234
            path-bits: 1-3
          end-qos-level
          qos-level
            name: NoLane
            sl: 12
          end-qos-level
        end-qos-levels
        qos-match-rules
          qos-match-rule
            use: by two numbers
            qos-class: 7-9,11
            service-id: 0x5000-0x5FFF
            qos-level-name: Fast
          end-qos-match-rule
          qos-match-rule
            qos-class: 0-8
            source: Storage, named hosts
            destination: everybody
            qos-level-name: bulk
          end-qos-match-rule
          qos-match-rule
            source: manager
            destination: switches
            qos-level-name: Fast
          end-qos-match-rule
          qos-match-rule
            destination: Storage
            service-id: 0x6234
            qos-level-name: Strange
          end-qos-match-rule
          qos-match-rule
            service-id: 0x6235
            qos-level-name: NoLane
          end-qos-match-rule
        end-qos-match-rules
        qos-ulps
          default                        : 6
          sdp, port-num 30000            : 10
          sdp                            : 1
          rds                            : 2
          iser, port-num 900-901         : 4
          iser                           : 11
          any, service-id 0x7000-0x6F00  : 14
          any, source-target-port-guid 0x%x-0x%x : 13
          any, target-port-guid 0x%x     : 5
          any, source-port-guid 0x%x     : 0
          any, pkey 0xFFFF               : 7
        end-qos-ulps
        """
        .formatted(
            guid(1), guid(4), guid(5), description(7), guid(8), guid(10), guid(11), guid(12));
  }

  private long guid(int adapter) {
    return fabric.portGuid(adapters[adapter]);
  }

  private String description(int adapter) {
    return fabric.description(fabric.nodeOf(adapters[adapter]));
  }

  private List<PathTerms.Question> questions() {
    List<Long> ends = new ArrayList<>();
    for (int adapter = 0; adapter < 14; adapter++) {
      ends.add(guid(adapter));
    }
    ends.add(fabric.portGuid(fabric.port(0, 0)));
    ends.add(fabric.portGuid(fabric.port(7, 0)));
    List<PathTerms.Question> questions = new ArrayList<>();
    for (long from : ends) {
      for (long to : ends) {
        // A path to oneself needs no lane here; OpenSM looks at that of the port.
        for (Map<Field, Long> wanted : from == to ? List.of(Map.<Field, Long>of()) : wishes()) {
          questions.add(new PathTerms.Question(from, to, wanted));
        }
      }
    }
    return questions;
  }

  private static List<Map<Field, Long>> wishes() {
    List<Map<Field, Long>> wishes = new ArrayList<>();
    wishes.add(Map.of());
    for (long qosClass : new long[] {0, 7, 9, 10}) {
      wishes.add(Map.of(PathRecord.QOS_CLASS, qosClass));
      wishes.add(service(0x5800, Map.of(PathRecord.QOS_CLASS, qosClass)));
    }
    for (long id :
        new long[] {
          0x6234,
          0x6235,
          0x6F80,
          0x10000 + 30000,
          0x1FFFF,
          0x10648CA,
          0x10648CB,
          0x1060CBC,
          0x1060384
        }) {
      wishes.add(service(id, Map.of()));
    }
    for (long sl : new long[] {0, 3, 9, 11, 12}) {
      wishes.add(Map.of(PathRecord.SL, sl));
    }
    wishes.add(Map.of(PathRecord.P_KEY, 0xFFFFL));
    wishes.add(Map.of(PathRecord.P_KEY, 0x8001L));
    wishes.add(Map.of(PathRecord.QOS_CLASS, 1L, PathRecord.REVERSIBLE, 1L));
    wishes.add(Map.of(PathRecord.QOS_CLASS, 1L, PathRecord.MTU_SELECTOR, 0L, PathRecord.MTU, 3L));
    wishes.add(Map.of(PathRecord.QOS_CLASS, 1L, PathRecord.MTU_SELECTOR, 1L, PathRecord.MTU, 3L));
    return wishes;
  }

  private static Map<Field, Long> service(long id, Map<Field, Long> more) {
    Map<Field, Long> wanted = new HashMap<>(more);
    wanted.put(PathRecord.SERVICE_ID8_MSB, id >>> 56);
    wanted.put(PathRecord.SERVICE_ID56_LSB, id);
    return wanted;
  }
}
