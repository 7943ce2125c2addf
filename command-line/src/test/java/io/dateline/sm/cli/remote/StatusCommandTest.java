package io.dateline.sm.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.fair.Quota;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusCommandTest {
  private static String printed(String json) throws Exception {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    StatusCommand.print(new ObjectMapper().readTree(json), out);
    out.flush();
    return text.toString();
  }

  @Test
  void shouldSayUpOnlyWhereNothingIsLeftUndone() throws Exception {
    assertThat(printed("{'role':'master','subnetUp':true,'errors':[]}".replace('\'', '"')))
        .contains("subnet up;")
        .doesNotContain("error");
  }

  @Test
  void shouldSayWhichPolicyThisNodeHasRead() throws Exception {
    assertThat(
            printed(
                "{'role':'master','qosPolicy':{'rules':12,'digest':'0123456789abcdef01'}}"
                    .replace('\'', '"')))
        .contains("QoS policy of 12 rules, digest 0123456789abcdef\n");
    assertThat(printed("{'role':'master'}".replace('\'', '"'))).doesNotContain("QoS");
  }

  @Test
  void shouldSayWhatIsWrongWithSettings() throws Exception {
    assertThat(
            printed(
                "{'settings':{'read':'T','trouble':'no roots','needRestart':['lmc','guid'],'differs':'others'}}"
                    .replace('\'', '"')))
        .contains("settings could not be read again, those read at T are in force: no roots\n")
        .contains("warning: needs a restart: lmc, guid\n")
        .contains("warning: others\n");
    assertThat(printed("{'settings':{'read':'T','needRestart':[]}}".replace('\'', '"')))
        .doesNotContain("warning");
  }

  /** The programmers of another sweep stay, but the subnet may be another manager's by now. */
  @Test
  void shouldNotSayThatANodeProgramsWhichOnlyHasProgrammers() throws Exception {
    assertThat(printed("{'oldestNode':'sm1:7172','switchCountHere':4}".replace('\'', '"')))
        .contains("standing by for the node at sm1:7172\n", "has the programmers of 4 switches\n");
  }

  /** A node that stands by has made no sweep that could tell them. */
  @Test
  void shouldTellOnceAtAnyNodeWhatIsNotActedOn() throws Exception {
    String settings = "'settings':{'read':'T','needRestart':[],'warnings':['of the file']}";
    assertThat(printed("{'role':'standby',%s}".formatted(settings).replace('\'', '"')))
        .containsOnlyOnce("warning: of the file\n");
    assertThat(
            printed(
                "{'role':'master',%s,'warnings':['of the file','of the sweep']}"
                    .formatted(settings)
                    .replace('\'', '"')))
        .containsOnlyOnce("warning: of the file\n")
        .containsOnlyOnce("warning: of the sweep\n");
  }

  @Test
  void shouldSayWhatIsWrongWithASubnetThatIsUp() throws Exception {
    assertThat(
            printed(
                "{'role':'master','subnetUp':true,'errors':['1 of 9 switches not programmed']}"
                    .replace('\'', '"')))
        .contains("subnet up, with errors;")
        .contains("error: 1 of 9 switches not programmed");
  }

  @Test
  void shouldSayWhyASubnetIsNotUp() throws Exception {
    assertThat(
            printed(
                "{'role':'master','subnetUp':false,'errors':['12 of 12 ports refused: wrong M_Key']}"
                    .replace('\'', '"')))
        .contains("subnet not up;")
        .contains("error: 12 of 12 ports refused: wrong M_Key");
  }

  @Test
  void shouldSayWhetherCreditLoopsCanForm() throws Exception {
    assertThat(
            printed("{'role':'master','engine':'x','layers':2,'acyclic':true}".replace('\'', '"')))
        .contains("routed by x, tables none, 2 layers, free of credit loops, ");
    assertThat(
            printed("{'role':'master','engine':'x','layers':1,'acyclic':false}".replace('\'', '"')))
        .contains("1 layer, credit loops are possible, ");
    assertThat(
            printed("{'role':'master','engine':'x','layers':0,'acyclic':null}".replace('\'', '"')))
        .contains("credit loops not looked for yet, ");
  }

  @Test
  void shouldSayWhichPortsBabbleAndWhichWereDisabled() throws Exception {
    String quotas =
        """
        {"babbling":[{"portGuid":"0x21","lid":9,"ignored":300}],
         "disabled":[{"portGuid":"0x31","switchGuid":"0x10","switchPort":5}]}
        """;
    assertThat(printed("{\"role\":\"master\",\"quotas\":" + quotas + "}"))
        .contains("warning: port 0x21 (LID 9) babbles: 300 traps too many\n")
        .contains(
            "warning: port 0x31 babbled, so port 5 of switch 0x10, where it is, was disabled\n");
  }

  @Test
  void shouldSayWhatItFellBackFrom() throws Exception {
    assertThat(
            printed(
                "{'role':'master','engine':'minhop','fallbackReason':'ftree: no root'}"
                    .replace('\'', '"')))
        .contains("fell back from ftree: no root");
    assertThat(printed("{'role':'master','fallbackReason':null}".replace('\'', '"')))
        .doesNotContain("fell back");
  }

  @Test
  void shouldSayWhereTheTimeOfASweepWent() throws Exception {
    assertThat(
            printed(
                "{'role':'master','sweeps':2,'sweepMillis':50,'phaseMillis':{'discovering':40,'routing':9}}"
                    .replace('\'', '"')))
        .contains("2 heavy sweeps, the last one took 50 ms: discovering 40, routing 9\n");
    assertThat(printed("{'role':'master','sweeps':0,'sweepMillis':0}".replace('\'', '"')))
        .contains("0 heavy sweeps, the last one took 0 ms\n");
  }

  @Test
  void shouldSayThatAnotherNodeIsMaster() throws Exception {
    assertThat(
            printed(
                "{'saEvents':{'ANSWERED':2},'replica':{'state':'following','lagEvents':7},'oldestNode':'sm1:7172'}"
                    .replace('\'', '"')))
        .startsWith("standing by for the node at sm1:7172\n")
        .contains("2 SA requests answered", "replica following: event 0, 7 events")
        .doesNotContain("subnet not up");
  }

  /** What programs read are names, what people read are words. */
  @Test
  void shouldHaveWordsForNames() throws Exception {
    assertThat(
            printed(
                ("{'role':'master','phase':'HANDING_OVER','phaseMillis':{'handing_over':5},"
                        + "'violations':[{'kind':'M_KEY','told':'H_0 port 1 did it','count':2}]}")
                    .replace('\'', '"')))
        .contains(": handing over (")
        .contains(": handing over 5")
        .contains("warning: H_0 port 1 did it (2 of these)\n")
        .doesNotContain("_KEY");
  }

  @ParameterizedTest
  @EnumSource
  void shouldHaveWordsForEachQuota(Quota quota) throws Exception {
    assertThat(
            printed(
                "{'quotas':{'offenders':[{'portGuid':'0x1','quota':'%s','refusals':1}]}}"
                    .formatted(quota)
                    .replace('\'', '"')))
        .contains("port 0x1 wanted too many ")
        .doesNotContain(quota.name());
  }
}
