package io.dateline.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.format.LftFile;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OptionsDigestTest {
  private static PortOptions ports(Set<GuidPort> ignored, Map<Long, List<Integer>> order) {
    PortOptions none = PortOptions.DEFAULTS;
    return new PortOptions(
        none.portProfileSwitchNodes(),
        none.portShifting(),
        none.scatterPorts(),
        none.avoidThrottledLinks(),
        ignored,
        none.hopWeights(),
        order,
        none.guidRoutingOrder(),
        false);
  }

  private static String digest(PortOptions ports) {
    return OptionsDigest.of(RoutingOptions.DEFAULTS.with(ports));
  }

  private static String digest(TreeOptions trees) {
    return OptionsDigest.of(RoutingOptions.DEFAULTS.with(trees));
  }

  /** Java's own sets and maps are told in another order in every JVM. */
  @Test
  void shouldNotDependOnTheOrderOfSetsAndMaps() {
    Set<GuidPort> forwards = new LinkedHashSet<>();
    Set<GuidPort> backwards = new LinkedHashSet<>();
    Map<Long, List<Integer>> up = new LinkedHashMap<>();
    Map<Long, List<Integer>> down = new LinkedHashMap<>();
    for (int i = 0; i < 20; i++) {
      forwards.add(new GuidPort(i, i + 1));
      backwards.add(new GuidPort(19 - i, 20 - i));
      up.put((long) i, List.of(i));
      down.put(19L - i, List.of(19 - i));
    }

    assertThat(digest(ports(forwards, up))).isEqualTo(digest(ports(backwards, down)));
  }

  /** A version that knows an option less says the same as long as nobody sets it. */
  @Test
  void shouldSayNothingOfOptionsThatNobodySet() throws Exception {
    byte[] nothing = MessageDigest.getInstance("SHA-256").digest("{}".getBytes(UTF_8));
    byte[] one =
        MessageDigest.getInstance("SHA-256").digest("{trees={maxReverseHops=3,},}".getBytes(UTF_8));
    TreeOptions hops =
        new TreeOptions(
            Optional.empty(), Map.of(), false, Optional.empty(), Optional.empty(), 3, false);

    assertThat(OptionsDigest.of(RoutingOptions.DEFAULTS))
        .isEqualTo(HexFormat.of().formatHex(nothing));
    assertThat(digest(hops)).isEqualTo(HexFormat.of().formatHex(one));
  }

  @Test
  void shouldTellAnyTwoApart() {
    Set<String> digests = new HashSet<>();
    digests.add(OptionsDigest.of(RoutingOptions.DEFAULTS));
    digests.add(digest(PortOptions.DEFAULTS.portProfileSwitchNodes(true)));
    digests.add(digest(ports(Set.of(new GuidPort(1, 2)), Map.of())));
    digests.add(digest(ports(Set.of(new GuidPort(2, 1)), Map.of())));
    digests.add(digest(ports(Set.of(new GuidPort(1, 2), new GuidPort(2, 1)), Map.of())));
    digests.add(digest(ports(Set.of(), Map.of(1L, List.of(2, 3)))));
    digests.add(digest(ports(Set.of(), Map.of(1L, List.of(3, 2)))));
    digests.add(digest(ports(Set.of(), Map.of(1L, List.of(23)))));
    digests.add(digest(TreeOptions.DEFAULTS.rootGuids(List.of())));
    digests.add(digest(TreeOptions.DEFAULTS.rootGuids(List.of(1L, 2L))));
    digests.add(digest(TreeOptions.DEFAULTS.rootGuids(List.of(2L, 1L))));
    digests.add(digest(compute(Optional.of(List.of(1L)), Optional.empty())));
    digests.add(digest(compute(Optional.empty(), Optional.of(List.of(1L)))));

    digests.add(digest(tables(1)));
    digests.add(digest(tables(2)));

    assertThat(digests).hasSize(15);
  }

  private static String digest(FileOptions files) {
    return OptionsDigest.of(RoutingOptions.DEFAULTS.with(files));
  }

  /** Of a switch, with an entry. */
  private static FileOptions tables(int port) {
    LftFile.Table table = new LftFile.Table(7, new byte[] {-1, (byte) port}, new long[] {0, 9});
    return FileOptions.DEFAULTS.lfts(new LftFile(List.of(table), List.of()));
  }

  private static TreeOptions compute(Optional<List<Long>> compute, Optional<List<Long>> io) {
    return new TreeOptions(Optional.empty(), Map.of(), false, compute, io, 0, false);
  }
}
