package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.MulticastDumpWriter;
import io.dateline.fabric.format.TorusConf;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TorusOptions;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Our torus-2QoS on a {@link ComparedTorus}, and what the judge and ibdmchk say of it. */
final class RoutedTorus {
  private RoutedTorus() {}

  /**
   * Routes it with its torus-2QoS.conf and {@code qos}.
   *
   * @param folder for the file
   */
  static RoutingOutcome route(ComparedTorus torus, LidMap lids, Path folder) throws IOException {
    Path conf = Files.writeString(folder.resolve("torus-2QoS.conf"), torus.conf());
    RoutingOptions options =
        RoutingOptions.DEFAULTS
            .with(new TorusOptions(Optional.of(TorusConf.read(conf))))
            .with(LaneOptions.QOS);
    return Engines.named("torus-2QoS")
        .orElseThrow()
        .route(new RoutingRequest(torus.fabric(), lids, options, null));
  }

  /** A group that all adapters are in, as OpenSM dumps it. */
  static String groups(Fabric fabric, Routing routing) throws IOException {
    StringBuilder text = new StringBuilder();
    MulticastDumpWriter.write(
        fabric,
        routing.multicast().orElseThrow(),
        Map.of(TorusManager.MLID, OpenSmSubnet.adapters(fabric)),
        text);
    return text.toString();
  }

  /** Everybody is served and no credit loop can form, by the judge and by ibdmchk. */
  static void assertSound(Path folder, Fabric fabric, LidMap lids, Routing our) throws IOException {
    Verdict verdict = Judge.judge(fabric, lids, our, JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.sound()).isTrue();
    Ibdmchk checker = Ibdmchk.check(folder, fabric, lids, our, groups(fabric, our));
    assertThat(checker.missing()).as(checker.output()).isZero();
    assertThat(checker.creditLoops()).as(checker.output()).isFalse();
    assertThat(checker.output()).contains("-I- MFT added ");
  }
}
