package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dateline.subnet.sweep_intervall|did you mean dateline.subnet.sweep_interval?",
        "dateline.fabrik|did you mean dateline.fabric?",
        "dateline.subnett.lmc|did you mean dateline.subnet?",
        "dateline.persistence.h2.ulr|did you mean dateline.persistence.h2.url?",
        "dateline.nothing-like-it.port|dateline.nothing-like-it",
        "subnet.lmc|did you mean dateline.subnet?",
        "sm_priority|did you mean dateline.subnet.sm_priority?",
        "datelin.subnet.lmc|did you mean dateline?",
        "aka.loglevel|did you mean akka?",
        "nothing.of.ours|nothing",
      })
  void shouldNameAKeyThatIsNotAndOneThatIsNear(String key, String sentence) {
    assertThatThrownBy(() -> KnownSettings.check(ConfigFactory.parseMap(Map.of(key, "1"), "-D")))
        .isInstanceOf(ConfigException.BadValue.class)
        .hasMessageContaining("-D")
        .hasMessageContaining("there is no such setting")
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dateline.subnet.sweep_interval = 9s",
        "dateline.cluster.nodes = [\"a:1\", \"b:1\"]",
        "dateline.cluster.nodes.0 = \"a:1\"",
        "dateline.compute-dispatcher.fork-join-executor.parallelism-max = 4",
        "dateline.cluster.management.port = 8558",
        "dateline.persistence.h2.password = x",
        "akka.no-such-setting = 1",
        "peers = [\"a:1\"]\ndateline.cluster.nodes = ${peers}",
        "site { lmc = 1 }\ndateline.subnet.lmc = ${?site.lmc}",
      })
  void shouldLetWhatIsKnownOrNotOursPass(String line) {
    assertThatCode(() -> KnownSettings.check(ConfigFactory.parseString(line)))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldBeAskedWhenANodeIsConfigured() {
    assertThatThrownBy(() -> NodeConfig.load(ConfigFactory.parseString("dateline.subnet.lmcc = 1")))
        .hasMessageContaining("dateline.subnet.lmc?");
  }
}
