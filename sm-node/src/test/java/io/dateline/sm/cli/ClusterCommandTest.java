package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.cli.remote.ClusterWords;
import io.dateline.sm.cluster.ClusterReport;
import io.dateline.sm.cluster.MemberFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final MemberFacts MASTER =
      new MemberFacts(
          "master", true, null, "sm1[1]", "http://a:7170", "0.1", "aa", 3, 9, "following", 0, 0);

  /** What a node answers, printed. */
  private static String printed(ClusterReport.Node... nodes) throws Exception {
    ClusterReport report = new ClusterReport("a:1", List.of(nodes));
    return ClusterWords.of(JSON.readTree(JSON.writeValueAsBytes(report)));
  }

  @Test
  void shouldPrintALineANode() throws Exception {
    MemberFacts standby =
        new MemberFacts(
            "standby", true, null, "sm2[1]", null, "0.1", "aa", 3, 9, "following", 1, 20);
    assertThat(
            printed(
                new ClusterReport.Node("a:1", "up", null, MASTER),
                new ClusterReport.Node("bbbb:2", "up", null, standby)))
        .isEqualTo(
            """
            node    member  role     ready  journal                 version  fabric port  HTTP
            a:1     up      master   yes    up to date              0.1 aa   sm1[1]       http://a:7170
            bbbb:2  up      standby  yes    1 event (20 ms) behind  0.1 aa   sm2[1]       -
            """);
  }

  @Test
  void shouldSayBelowTheTableWhyARoleIsWhatItIs() throws Exception {
    MemberFacts standby =
        new MemberFacts(
            "standby: another one goes first",
            true,
            null,
            "sm2[1]",
            null,
            "0.1",
            "aa",
            3,
            9,
            "following",
            0,
            0);
    assertThat(printed(new ClusterReport.Node("b:2", "up", null, standby)))
        .contains("b:2   up      standby  yes ")
        .endsWith("b:2: standby: another one goes first\n");
  }

  @Test
  void shouldWarnOfWhatIsNotAsItShouldBe() throws Exception {
    MemberFacts other =
        new MemberFacts(
            "standby", false, "no journal", "sm2[1]", null, "0.2", "bb", 0, 0, null, -1, 0);
    assertThat(
            printed(
                new ClusterReport.Node("a:1", "up", null, MASTER),
                new ClusterReport.Node("b:2", "up", null, other),
                new ClusterReport.Node("c:3", ClusterReport.ABSENT, "it is no member", null)))
        .contains("c:3   absent  -        -      -             -        -            -\n")
        .contains("not read yet")
        .endsWith(
            """
            warning: b:2 is not ready: no journal
            warning: c:3: it is no member
            warning: the nodes are of different builds: 0.1 aa, 0.2 bb
            """);
  }
}
