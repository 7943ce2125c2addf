package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedJournalTest {
  private static final String TWO =
      "dateline.cluster { port = 7001, nodes = [\"127.0.0.1:7001\", \"127.0.0.1:7002\"] }\n";

  private static void check(String settings) {
    Config config = NodeConfig.load(ConfigFactory.parseString(settings));
    SharedJournal.check(config, ClusterSettings.of(config));
  }

  @Test
  void shouldRefuseSeveralNodesWithAJournalEach() {
    assertThatThrownBy(() -> check(TWO))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dateline.persistence.h2.url")
        .hasMessageContaining("names 2 nodes")
        .hasMessageContaining("dateline journal");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "dateline.cluster { port = 7001, nodes = [\"127.0.0.1:7001\"] }",
        TWO + "dateline.persistence.h2.url = \"jdbc:h2:tcp://127.0.0.1:7171/journal\"",
        TWO + "dateline.persistence.backend = postgresql"
      })
  void shouldTakeANodeAloneAndSeveralWithOneJournal(String settings) {
    assertThatNoException().isThrownBy(() -> check(settings));
  }
}
