package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SharedFiles;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines compared by the rule of {@link RoutingFigures}. */
class TournamentTest {
  private static final List<String> ENGINES =
      List.of("minhop", "updn", "dnup", "dor", "ftree", "sssp", "dfsssp", "lash", "nue");

  private static RoutingFigures figures(Fabric fabric, LidMap lids, Routing routing, int threads) {
    Verdict verdict = Judge.judge(fabric, lids, routing, JudgeOptions.of(Scope.ALL_END_PORTS));
    return RoutingFigures.of(fabric, lids, routing, verdict, threads);
  }

  /** The rule, word by word as docs/OPERATIONS.md has it. */
  private static boolean isBetter(RoutingFigures one, RoutingFigures other) {
    if (one.served() != other.served()) {
      return one.served() > other.served();
    }
    if (one.creditLoopFree() != other.creditLoopFree()) {
      return one.creditLoopFree();
    }
    if (one.bandwidthPercent() != other.bandwidthPercent()) {
      return one.bandwidthPercent() > other.bandwidthPercent();
    }
    return one.hopsHundredths() == other.hopsHundredths()
        ? one.busiest() < other.busiest()
        : one.hopsHundredths() < other.hopsHundredths();
  }

  /** The winner is no worse by the rule than any engine alone, on fabrics of each kind. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "torus:4x4",
        "torus:3x3x3:2",
        "ftree:4,4:1,4",
        "ftree:3,3,4:1,2,2",
        "mesh:3x4",
        "hypercube:4",
        "dragonfly:4,2,2",
        "jellyfish:16,4,2,7"
      })
  void shouldBeNoWorseThanAnyAlone(String topology) {
    compare(TopologySpec.parse(topology).generate());
  }

  @ParameterizedTest
  @ValueSource(strings = {"psmn-x5", "vendor-rhinoddr"})
  void shouldBeNoWorseThanAnyAloneOnDumpsOfLiveFabrics(String file) throws Exception {
    compare(TopologyReader.read(SharedFiles.find("topologies/real/" + file + ".ib")));
  }

  private static void compare(Fabric fabric) {
    LidMap lids = Net.lids(fabric, 0);
    List<Candidate> candidates = new ArrayList<>();
    for (String name : ENGINES) {
      RoutingOutcome outcome =
          Engines.named(name)
              .orElseThrow()
              .route(
                  new RoutingRequest(
                      fabric, lids, RoutingOptions.DEFAULTS, null, EngineMemory.NONE));
      candidates.add(
          switch (outcome) {
            case RoutingOutcome.Routed routed -> {
              RoutingFigures figures = figures(fabric, lids, routed.routing(), 1);
              assertThat(figures(fabric, lids, routed.routing(), 2)).isEqualTo(figures);
              yield Candidate.of(name, figures);
            }
            case RoutingOutcome.Refused refused -> Candidate.out(name, refused.reason());
          });
    }
    RoutingFigures best = Candidate.best(candidates).orElseThrow().figures().orElseThrow();
    for (Candidate candidate : candidates) {
      candidate
          .figures()
          .ifPresent(other -> assertThat(isBetter(other, best)).as(candidate.inWords()).isFalse());
    }
    assertThat(best.creditLoopFree()).isTrue();
  }
}
