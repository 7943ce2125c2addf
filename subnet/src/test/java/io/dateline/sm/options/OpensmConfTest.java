package io.dateline.sm.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpensmConfTest {
  @TempDir Path folder;

  private static OpensmConf parse(String... lines) {
    return OpensmConf.parse("opensm.conf", String.join("\n", lines));
  }

  /** As {@code opensm -c} writes it, with the OpenSM of this machine. */
  private Path template() throws IOException, InterruptedException {
    Path file = folder.resolve("opensm.conf");
    boolean isWritten;
    try {
      Process opensm =
          new ProcessBuilder("opensm", "-c", file.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      isWritten = opensm.waitFor() == 0;
    } catch (IOException e) {
      isWritten = false;
    }
    assumeTrue(isWritten && Files.exists(file), "there is no opensm here to write its file");
    return file;
  }

  @Test
  void shouldReadWhatOpensmWritesAndFindNothingSaid() throws Exception {
    OpensmConf conf = OpensmConf.read(template());

    assertThat(conf.given()).isEmpty();
    assertThat(conf.warnings()).isEmpty();
  }

  @Test
  void shouldReadWhatSomebodyHasChangedInIt() throws Exception {
    Path file = template();
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.replaceAll(
        line ->
            switch (line) {
              case "routing_engine (null)" -> "routing_engine ftree,updn no_fallback # as agreed";
              case "lmc 0" -> "lmc\t0x2";
              case "max_op_vls 5" -> "max_op_vls 010";
              case "root_guid_file (null)" -> "  root_guid_file \"/etc/opensm/my roots\"  ";
              case "connect_roots FALSE" -> "connect_roots TRUE";
              case "sa_db_dump FALSE" -> "sa_db_dump TRUE";
              default -> line;
            });
    OpensmConf conf = OpensmConf.parse("opensm.conf", String.join("\n", lines));

    Map<String, String> given = new TreeMap<>();
    conf.given().forEach(option -> given.put(option.name(), option.value()));
    assertThat(given)
        .isEqualTo(
            Map.of(
                "routing_engine", "ftree,updn no_fallback",
                "lmc", "2",
                "max_op_vls", "8", // octal, as C reads it
                "root_guid_file", "/etc/opensm/my roots",
                "connect_roots", "TRUE"));
    int line = lines.indexOf("sa_db_dump TRUE") + 1;
    assertThat(conf.warnings())
        .containsExactly(
            "opensm.conf:%d: Dateline does not act on sa_db_dump, which is 'TRUE' and not 'FALSE'"
                .formatted(line));
  }

  /** Warnings are in the log and in the status, which others read. */
  @ParameterizedTest
  @ValueSource(strings = {"m_key", "cc_key"})
  void shouldTellNoKey(String name) {
    assertThat(parse(name + " 0x1234567890abcdef").warnings())
        .containsExactly("opensm.conf:1: Dateline does not act on " + name + ", which is set");
  }

  @Test
  void shouldTellGuidsAsTheFileHasThem() {
    assertThat(parse("guid 0x0002c9030000abcd").warnings())
        .containsExactly(
            "opensm.conf:1: Dateline does not act on guid, which is '0x0002c9030000abcd'"
                + " and not '0x0000000000000000'");
  }

  /** At each start of OpenSM LIDs would be others; here that is an order. */
  @Test
  void shouldTellWhatThereIsInsteadOfReassigningLidsAtAStart() {
    assertThat(parse("reassign_lids TRUE").warnings())
        .singleElement()
        .asString()
        .startsWith("opensm.conf:1: Dateline does not act on reassign_lids")
        .contains("`dateline sweep --reassign-lids`");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweep_intervall 10|there is no option 'sweep_intervall'",
        "Sweep_interval 10|there is no option 'Sweep_interval'",
        "sweep_interval|sweep_interval takes a number from 0 to 4294967295, not ''",
        "sweep_interval ten|sweep_interval takes a number",
        "sweep_interval 4294967296|sweep_interval takes a number",
        "sweep_interval -1|sweep_interval takes a number",
        "sweep_interval 10 20|sweep_interval takes a number from 0 to 4294967295, not '10 20'",
        "lmc 256|lmc takes a number from 0 to 255, not '256'",
        "sm_key 0x10000000000000000|sm_key takes a number of 64 bits",
        "m_key=0x1234567890abcdef|there is no option 'm_key...'",
        "m_key_leese_period 1|there is no option 'm_key_leese_period'",
        "port_shifting 1|port_shifting takes TRUE or FALSE, not '1'",
        "port_shifting true|port_shifting takes TRUE or FALSE; OpenSM takes 'true' for FALSE",
        "qos_high_limit --1|qos_high_limit takes a number of 32 bits with a sign",
        "qos_high_limit 2147483648|qos_high_limit takes a number of 32 bits with a sign",
        "cc_sw_cong_setting_victim_mask 0xg|cc_sw_cong_setting_victim_mask takes 256 bits in hex",
        "cc_ca_cong_setting_ccti_min 16 0|takes an SL from 0 to 15 and a number",
        "cc_ca_cong_setting_ccti_min 3|takes an SL from 0 to 15 and a number",
      })
  void shouldNameTheLineThatIsWrong(String line, String sentence) {
    assertThatThrownBy(() -> parse("# options", "", line, "lmc 1"))
        .isInstanceOf(OptionException.class)
        .hasMessageStartingWith("opensm.conf:3: ")
        .hasMessageContaining(sentence);
  }

  @Test
  void shouldNameEveryLineThatIsWrong() {
    assertThatThrownBy(() -> parse("a 1", "lmc 1", "lmc 2", "qos maybe"))
        .hasMessage(
            """
            opensm.conf:1: there is no option 'a'
            opensm.conf:3: lmc is '2' here and '1' in line 2
            opensm.conf:4: qos takes TRUE or FALSE, not 'maybe'""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lmc 1|lmc 2",
        "lmc 0|lmc 1", // that it is OpenSM's default does not make it unsaid
        "routing_engine ftree|routing_engine (null)",
        "dimn_ports_file /a|port_search_ordering_file /b", // one option, formerly the other name
        "port_prof_ignore_file /a|ignore_guids /b",
        "cc_ca_cong_setting_ccti_min 3 1|cc_ca_cong_setting_ccti_min 3 2",
      })
  void shouldNotTakeAnOptionWithTwoValues(String one, String other) {
    assertThatThrownBy(() -> parse(one, other))
        .isInstanceOf(OptionException.class)
        .hasMessageStartingWith("opensm.conf:2: ")
        .hasMessageContaining("in line 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lmc 1|lmc 0x01",
        "dimn_ports_file /a|port_search_ordering_file '/a'",
        "cc_ca_cong_setting_ccti_min 3 0|cc_ca_cong_setting_ccti_min 4 0",
      })
  void shouldTakeAnOptionThatIsThereTwiceWithOneValue(String one, String other) {
    assertThat(parse(one, other).warnings()).isEmpty();
    assertThat(parse(one, other).given()).hasSizeLessThan(2);
  }

  @Test
  void shouldSayWhyAFileCannotBeRead() {
    assertThatThrownBy(() -> OpensmConf.read(folder.resolve("missing")))
        .isInstanceOf(OptionException.class)
        .hasMessageStartingWith("there is no opensm.conf " + folder);
    assertThatThrownBy(() -> OpensmConf.read(folder))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining("is a folder");
    assertThatThrownBy(() -> OpensmConf.read(Path.of("/dev/zero")))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining("is a device");
  }

  /** Next line and line separator end a line for many who read logs, but not for C. */
  @Test
  void shouldKeepWhatItQuotesInOneLine() {
    check("a\u0085b\u2028c\u0007d 1");
  }

  @Property(tries = 500)
  void shouldNameTheLineInAnyBytes(@ForAll byte[] bytes) {
    check(new String(bytes, StandardCharsets.UTF_8));
  }

  @Property(tries = 500)
  void shouldNameTheLineInAnythingThatLooksLikeOptions(@ForAll("nearly") List<String> lines) {
    check(String.join("\n", lines));
  }

  @Provide
  Arbitrary<List<String>> nearly() {
    List<String> names = OpensmOptions.all().stream().map(OpensmOption::name).toList();
    Arbitrary<String> values =
        Arbitraries.of(
            "",
            "0",
            "1",
            "7",
            "-1",
            "0x12",
            "0x",
            "08",
            "TRUE",
            "FALSE",
            "true",
            "(null)",
            "'",
            "\"\"",
            "3 4",
            "99 9",
            "0x" + "f".repeat(70),
            "/dev/null",
            "minhop",
            "#",
            "\u0000",
            "\u0664");
    return Combinators.combine(Arbitraries.of(names), values)
        .as((name, value) -> name + " " + value)
        .list()
        .ofMaxSize(12);
  }

  /** It is read, or every line of the message names a line of the file. */
  private static void check(String text) {
    try {
      OpensmConf.parse("opensm.conf", text);
    } catch (OptionException wrong) {
      assertThat(wrong.getMessage().lines())
          .allSatisfy(line -> assertThat(line).matches("opensm\\.conf:[1-9][0-9]*: .+"));
    }
  }
}
