package io.dateline.fabric.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTables;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three switches in a ring, an adapter at port 4 of each. */
class GroupJudgeTest {
  private static final int MLID = 0xC005;

  private final Bench bench =
      new Bench()
          .switches(3, 4)
          .cable(0, 1, 1, 2)
          .cable(1, 1, 2, 2)
          .cable(2, 1, 0, 2)
          .host(0, 4)
          .host(1, 4)
          .host(2, 4)
          .build(0);
  private final Fabric fabric = bench.fabric();
  private final MulticastMembers all =
      MulticastMembers.receiving(
          MLID, bench.adapterPort(0), bench.adapterPort(1), bench.adapterPort(2));

  /** Of the entries switch * 10 + port number. */
  private List<String> problems(MulticastMembers group, int... entries) {
    BitSet ports = new BitSet();
    for (int entry : entries) {
      ports.set(fabric.port(entry / 10, entry % 10));
    }
    MulticastTables tables = new MulticastTables.Builder(fabric).add(MLID, ports).build();
    return GroupJudge.problems(fabric, tables, List.of(group), 9).stream()
        .map(problem -> (problem.isHarmful() ? "harmful " : "") + problem.sentence())
        .toList();
  }

  @Test
  void shouldFindNothingWrongWithTree() {
    assertThat(problems(all, 4, 1, 12, 14, 11, 22, 24)).isEmpty();
  }

  @Test
  void shouldNameWhatIsWrong() {
    assertThat(problems(all, 4, 1, 2, 12, 14, 11, 22, 24, 21))
        .singleElement()
        .asString()
        .startsWith("harmful group 0xC005: packets go in circles");
    assertThat(problems(all, 4, 1, 12, 14, 22, 24))
        .singleElement()
        .asString()
        .startsWith("group 0xC005: a member is cut off");
    assertThat(problems(all, 4, 1, 12, 14, 11, 24))
        .singleElement()
        .asString()
        .startsWith("harmful group 0xC005: packets go one way only");
    assertThat(problems(all, 4, 1, 12, 11, 22, 24))
        .singleElement()
        .asString()
        .startsWith("group 0xC005: a member gets nothing");
    assertThat(problems(all, 4, 3, 1, 12, 14, 11, 22, 24))
        .singleElement()
        .asString()
        .isEqualTo(
            "harmful group 0xC005: packets leave by a port that is down: port 3 of 0x0000000000000100");
    assertThat(problems(all, 0, 4, 1, 12, 14, 11, 22, 24))
        .singleElement()
        .asString()
        .startsWith("harmful group 0xC005: a port gets what it is not to have");
  }

  /** Four switches: a member at one of them, and a circle that does not touch it. */
  @Test
  void shouldFindCirclesThatTheFirstMemberIsCutOffFrom() {
    Bench apart =
        new Bench()
            .switches(4, 4)
            .cable(0, 1, 1, 3)
            .cable(1, 1, 2, 2)
            .cable(2, 1, 3, 2)
            .cable(3, 1, 1, 2)
            .host(0, 4)
            .host(2, 4)
            .host(3, 4)
            .build(0);
    MulticastMembers group =
        MulticastMembers.receiving(
            MLID, apart.adapterPort(0), apart.adapterPort(1), apart.adapterPort(2));
    MulticastRow circling = new MulticastRow.Builder().set(MLID, 1).set(MLID, 2).build();
    MulticastRow toMember =
        new MulticastRow.Builder().set(MLID, 1).set(MLID, 2).set(MLID, 4).build();
    MulticastRow alone = new MulticastRow.Builder().set(MLID, 4).build();
    MulticastTables tables = new MulticastTables(List.of(alone, circling, toMember, toMember));

    assertThat(GroupJudge.problems(apart.fabric(), tables, List.of(group), 9))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.isHarmful()).isTrue();
              assertThat(problem.sentence()).contains("packets go in circles");
            });
    tables = new MulticastTables(List.of(alone, MulticastRow.EMPTY, alone, alone));
    assertThat(GroupJudge.problems(apart.fabric(), tables, List.of(group), 9))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.isHarmful()).isFalse();
              assertThat(problem.sentence()).contains("a member is cut off");
            });
  }

  @Test
  void shouldWantNothingToReachThoseWhoOnlySend() {
    MulticastMembers group = new MulticastMembers(MLID, all.ports(), new BitSet());
    group.receivers().set(bench.adapterPort(0));
    assertThat(problems(group, 4, 1, 12, 11, 22)).isEmpty();
    assertThat(problems(group, 4, 1, 12, 14, 11, 22)).hasSize(1);
  }
}
