package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.qos.QosPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The option {@code qos_policy_file}. */
class QosPolicyFileTest {
  private static final String POLICY = "qos-ulps\ndefault : 0\nsdp : 9\nend-qos-ulps\n";

  @TempDir Path folder;

  @Test
  void shouldReadTheFileThatIsNamed() throws Exception {
    QosPolicy policy = settings(true, write(POLICY)).policy().orElseThrow();
    assertThat(policy.rules()).extracting(rule -> rule.level().sl()).containsExactly(9);
  }

  @Test
  void shouldTakeTheNameFromOpensmConf() throws Exception {
    Path conf =
        Files.writeString(
            folder.resolve("opensm.conf"),
            "qos TRUE\nqos_policy_file %s\n".formatted(write(POLICY)));
    SubnetSettings settings =
        SubnetSettings.of(
            NodeConfig.load(
                ConfigFactory.parseMap(Map.of("dateline.subnet.opensm_conf", conf.toString()))));
    assertThat(settings.policy()).isPresent();
    assertThat(settings.routing().warnings()).isEmpty();
  }

  @Test
  void shouldNotReadItWithoutQos() throws Exception {
    assertThat(settings(false, write("nonsense")).policy()).isEmpty();
    assertThat(settings(false, write("nonsense")).routing().warnings().getLast())
        .contains("is not read: qos is FALSE");
  }

  @Test
  void shouldHaveNoPolicyWhereNoneIsNamed() {
    assertThat(settings(true, "").policy()).isEmpty();
    assertThat(settings(true, "(null)").policy()).isEmpty();
  }

  @Test
  void shouldNotMindThatOpenSmsOwnFileIsNotThere() {
    Path standard = Path.of("/etc/opensm/qos-policy.conf");
    assertThat(settings(true, standard.toString()).policy().isPresent())
        .isEqualTo(Files.exists(standard));
  }

  @Test
  void shouldRefuseAFileThatIsNotThere() {
    assertWrong(folder.resolve("none").toString(), "there is no file");
    assertWrong(folder.toString(), "is a folder");
  }

  @Test
  void shouldNameTheLinesThatAreWrong() throws Exception {
    String file = write("qos-ulps\nsdp : 16\nfoo : 1\nend-qos-ulps\n");
    assertWrong(file, file + ":2: SL 16 is not within 0 to 15");
    assertWrong(file, file + ":3: there is no 'foo'");
  }

  private static void assertWrong(String file, String sentence) {
    assertThatThrownBy(() -> settings(true, file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dateline.subnet.qos_policy_file")
        .hasMessageContaining(sentence);
  }

  private String write(String text) throws IOException {
    return Files.writeString(folder.resolve("policy"), text).toString();
  }

  private static SubnetSettings settings(boolean qos, String file) {
    return SubnetSettings.of(
        NodeConfig.load(
            ConfigFactory.parseMap(
                Map.of("dateline.subnet.qos", qos, "dateline.subnet.qos_policy_file", file))));
  }
}
