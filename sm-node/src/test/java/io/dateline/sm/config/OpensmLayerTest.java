package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What wins: the command line, then {@code opensm.conf}, then the defaults; and what contradicts.
 */
class OpensmLayerTest {
  @TempDir Path folder;

  /** A node's configuration; the operator's file names the other one. */
  private Config load(String commandLine, String opensm, String operator) throws IOException {
    Path file = Files.writeString(folder.resolve("opensm.conf"), opensm);
    return NodeConfig.load(
        ConfigFactory.parseString(commandLine),
        ConfigFactory.parseMap(Map.of(OpensmLayer.FILE, file.toString()))
            .withFallback(ConfigFactory.parseString(operator)));
  }

  private SubnetSettings subnet(String commandLine, String opensm, String operator)
      throws IOException {
    return SubnetSettings.of(load(commandLine, opensm, operator));
  }

  @ParameterizedTest
  @CsvSource({"5, 5000", "'\"5\"', 5000", "5 ms, 5", "0.5, 500", "0, 0"})
  void shouldTakeNumbersInOpensmsUnits(String interval, long expectedMs) throws IOException {
    String setting = "dateline.subnet.sweep_interval = " + interval;
    assertThat(subnet(setting, "", "").sweepInterval()).isEqualTo(Duration.ofMillis(expectedMs));
    assertThat(subnet("", "", setting).sweepInterval()).isEqualTo(Duration.ofMillis(expectedMs));
    assertThat(
            subnet("dateline.subnet.sminfo_polling_timeout = 700", "", "").sminfoPollingTimeout())
        .isEqualTo(Duration.ofMillis(700));
  }

  /** They say the same. */
  @Test
  void shouldCompareNumbersInOpensmsUnits() throws IOException {
    assertThat(
            subnet("", "sweep_interval 30", "dateline.subnet.sweep_interval = 30").sweepInterval())
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void shouldApplyWhatTheFileSays() throws IOException {
    Path roots = Files.writeString(folder.resolve("roots"), "0x7\nnone\n");
    SubnetSettings settings =
        subnet(
            "",
            """
            subnet_prefix 0xfe80000000000001
            lmc 3
            lmc_esp0 TRUE
            sweep_interval 30
            sminfo_polling_timeout 5000
            sweep_on_trap FALSE
            babbling_port_policy TRUE
            sm_key 0xffffffffffffffff
            transaction_timeout 300
            routing_engine minhop no_fallback
            port_shifting TRUE
            root_guid_file %s
            daemon TRUE
            """
                .formatted(roots),
            "");

    assertThat(settings.subnetPrefix()).isEqualTo(0xfe80000000000001L);
    assertThat(settings.lmc()).isEqualTo(3);
    assertThat(settings.lmcEsp0()).isTrue();
    assertThat(settings.sweepInterval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.sminfoPollingTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.sweepOnTrap()).isFalse();
    assertThat(settings.babblingPortPolicy()).isTrue();
    assertThat(settings.smKey()).hasValue(-1);
    assertThat(settings.routing().engines().order()).containsExactly("minhop");
    assertThat(settings.routing().options().routing().ports().portShifting()).isTrue();
    assertThat(settings.routing().options().routing().trees().rootGuids()).isPresent();
    assertThat(settings.routing().warnings())
        .hasSize(2)
        .anySatisfy(
            warning ->
                assertThat(warning).contains("opensm.conf:13: Dateline does not act on daemon"))
        .anySatisfy(warning -> assertThat(warning).contains("roots:2: GUID expected"));
    assertThat(load("", "transaction_timeout 300", "").getDuration("dateline.mad.timeout"))
        .isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void shouldKeepDatelinesDefaultsWhereTheFileHasOpensms() throws IOException {
    SubnetSettings settings = subnet("", "m_key_lease_period 0\nm_key_protection_level 0\n", "");

    assertThat(settings.mKeyLeaseSeconds()).isEqualTo(60);
    assertThat(settings.mKeyProtectionLevel()).isEqualTo(1);
  }

  @Test
  void shouldLetTheCommandLineWin() throws IOException {
    String key = "dateline.subnet.sweep_interval";

    assertThat(subnet(key + " = 7s", "sweep_interval 30", "").sweepInterval()).hasSeconds(7);
    assertThat(subnet(key + " = 7s", "sweep_interval 30", key + " = 5s").sweepInterval())
        .hasSeconds(7);
    assertThat(subnet("", "sweep_interval 10", key + " = 5s").sweepInterval()).hasSeconds(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweep_interval 30|sweep_interval = 5s",
        "lmc 3|lmc = 2",
        "sm_key 0x10|sm_key = 10",
        "routing_engine minhop,no_fallback|routing_engine = [minhop]",
        "port_shifting TRUE|port_shifting = false",
        "root_guid_file /a|root_guid_file = /b",
      })
  void shouldNotChooseBetweenTwoFilesThatSayDifferentThings(String opensm, String operator) {
    assertThatThrownBy(() -> load("", "# changed\n" + opensm, "dateline.subnet." + operator))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("opensm.conf: 2")
        .hasMessageContaining("leave it out of one of them");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweep_interval 30|sweep_interval = 30000ms",
        "sm_key 0x10|sm_key = 16",
        "routing_engine minhop,no_fallback|routing_engine = [minhop, no_fallback]",
        "port_shifting TRUE|port_shifting = true",
      })
  void shouldTakeTwoFilesThatSayTheSame(String opensm, String operator) throws IOException {
    assertThat(load("", opensm, "dateline.subnet." + operator).isResolved()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lmc 8|must be 0 to 7, is 8",
        "routing_engine maxhop|there is no engine 'maxhop'",
        "routing_engine no_fallback|names no engine",
        "routing_engine minhop minhop|names 'minhop' twice",
        "root_guid_file /missing|there is no file /missing",
      })
  void shouldNameTheLineOfAValueThatCannotBeUsed(String opensm, String sentence) {
    assertThatThrownBy(() -> subnet("", "\n\n" + opensm, ""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("opensm.conf: 3")
        .hasMessageContaining(sentence);
  }

  @Test
  void shouldNameTheLineOfWhatIsNoOption() {
    assertThatThrownBy(() -> subnet("", "lmcc 8", ""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dateline.subnet.opensm_conf")
        .hasMessageContaining("opensm.conf:1: there is no option 'lmcc'");
    assertThatThrownBy(
            () -> NodeConfig.load(ConfigFactory.parseString(OpensmLayer.FILE + " = /no")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no opensm.conf /no");
  }
}
