package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.PathSl;
import io.dateline.fabric.SlToVl;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.qos.PolicyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The SL that a partition's file gives its paths, over three switches in a row with two hosts each:
 * switches have LIDs 1 to 3, hosts 4 to 9; the requester is LID 4. As with OpenSM an SL that is
 * asked for goes first, then that of the policy's level, then that of the partition, then 0; and
 * the engine's goes before all.
 */
class PartitionLevelsTest {
  private static final int JOB = 0x8005;

  @TempDir Path folder;

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(3, 2);

  private static Ask between(int from, int to) {
    return Ask.get(AttributeId.PATH_RECORD).with(PathRecord.SLID, from).with(PathRecord.DLID, to);
  }

  private PathRecord only(Ask ask) {
    List<PathRecord> paths = Ask.records(ask.in(builder.build(), 4), PathRecord::in);
    assertThat(paths).hasSize(1);
    return paths.getFirst();
  }

  private int status(Ask ask) {
    return ask.in(builder.build(), 4).status();
  }

  /** Hosts at LIDs 4 and 9 share a partition with SL 5, and the default one, with SL 2. */
  private void share() {
    builder.pKeys(builder.host(0), 0xFFFF, JOB).pKeys(builder.host(5), 0xFFFF, JOB);
    builder.partitionSl(JOB, 5).partitionSl(0xFFFF, 2);
  }

  private void policy(String text) throws Exception {
    builder.policy(PolicyFile.read(Files.writeString(folder.resolve("policy"), text)).policy());
  }

  @Test
  void shouldGiveTheSlOfThePartitionThatThePathIsIn() {
    share();
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, JOB)).sl()).isEqualTo(5);
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, 0xFFFF)).sl()).isEqualTo(2);
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, 5)).sl()).as("limited").isEqualTo(5);
    PathRecord chosen = only(between(4, 9));
    assertThat(chosen.pKey()).isEqualTo(JOB);
    assertThat(chosen.sl()).isEqualTo(5);
    assertThat(only(between(4, 8)).sl()).isEqualTo(2);
  }

  @Test
  void shouldGiveZeroWherePartitionsHaveNone() {
    builder.pKeys(builder.host(0), 0xFFFF, JOB).pKeys(builder.host(5), 0xFFFF, JOB);
    assertThat(only(between(4, 9)).sl()).isZero();
    builder.partitionSl(0x8006, 5);
    assertThat(only(between(4, 9)).sl()).isZero();
  }

  @Test
  void shouldGiveItToRawTrafficWhichHasNoKey() {
    share();
    PathRecord raw = only(between(4, 9).with(PathRecord.RAW_TRAFFIC, 1));
    assertThat(raw.pKey()).isZero();
    assertThat(raw.sl()).isEqualTo(5);
  }

  @Test
  void shouldGiveTheSlThatIsAskedFor() {
    share();
    assertThat(only(between(4, 9).with(PathRecord.SL, 3)).sl()).isEqualTo(3);
    assertThat(only(between(4, 9).with(PathRecord.SL, 0)).sl()).isZero();
  }

  @Test
  void shouldGiveTheSlOfTheLevel() throws Exception {
    share();
    policy("qos-ulps\n any, service-id 7 : 4\n default : 1\nend-qos-ulps\n");
    assertThat(only(between(4, 9)).sl()).isEqualTo(1);
    assertThat(status(between(4, 9).with(PathRecord.SL, 5))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGiveNoPathWhereItHasNoLane() {
    share();
    builder.slToVl((node, input, output, sl) -> sl == 5 ? SlToVl.DROP : sl);
    assertThat(status(between(4, 9).with(PathRecord.P_KEY, JOB))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, 0xFFFF)).sl()).isEqualTo(2);
  }

  /** Engines with layers give each path the SL that it has to have. */
  @Test
  void shouldGiveTheEnginesSlWhereItHasOne() {
    share();
    PathSl layers = (source, destination) -> 6;
    builder.pathSl(layers);
    assertThat(only(between(4, 9)).sl()).isEqualTo(6);
    assertThat(only(between(4, 9).with(PathRecord.SL, 6)).sl()).isEqualTo(6);
    assertThat(status(between(4, 9).with(PathRecord.SL, 5))).isEqualTo(SaStatus.NO_RECORDS);
  }

  /** torus-2QoS takes the level of service from what is wanted: the top bit of the SL. */
  @Test
  void shouldHintTheEngine() {
    share();
    builder.pathSl(SubnetViewBuilder.TORUS_LEVELS);
    int low = only(between(4, 9)).sl();
    builder.partitionSl(JOB, 13);
    assertThat(only(between(4, 9)).sl()).isEqualTo(low | 8);
    assertThat(low & 8).isZero();
  }

  @Test
  void shouldGiveItToBothWaysOfEveryPathOfATable() {
    share();
    Ask all = Ask.method(Mad.GET_TABLE, AttributeId.PATH_RECORD);
    List<PathRecord> paths = Ask.records(all.in(builder.build(), 4), PathRecord::in);
    assertThat(paths).isNotEmpty();
    for (PathRecord path : paths) {
      assertThat(path.sl()).isEqualTo(path.pKey() == JOB ? 5 : 2);
      assertThat(path.reversible()).isTrue();
    }
  }
}
