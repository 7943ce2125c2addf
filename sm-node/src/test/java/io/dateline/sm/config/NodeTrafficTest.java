package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;

class NodeTrafficTest {
  private static final String ONE_HOST =
      "dateline.cluster { host = 127.0.0.1, port = 1, nodes = [\"127.0.0.1:1\", \"127.0.0.1:2\"] }\n";
  private static final String HOSTS =
      "dateline.cluster { host = sm1, port = 1, nodes = [\"sm1:1\", \"sm2:1\"] }\n";

  private static NodeTraffic of(String settings) {
    Config config =
        ConfigFactory.parseString(settings).withFallback(ConfigFactory.defaultReference());
    return NodeTraffic.of(config.resolve(), ClusterSettings.of(config.resolve()));
  }

  @Test
  void shouldLetNothingInWhereANodeIsAlone() {
    assertThat(of("")).isEqualTo(NodeTraffic.CLOSED);
  }

  @Test
  void shouldEncryptOnOneHostWithoutBeingTold() {
    assertThat(of(ONE_HOST)).isEqualTo(NodeTraffic.SHARED);
  }

  @Test
  void shouldRefuseSeveralHostsWithoutCertificates() {
    assertThatThrownBy(() -> of(HOSTS))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dateline.cluster.nodes")
        .hasMessageContaining("dateline.security.unencrypted = accepted");
  }

  @Test
  void shouldTakeCertificates() {
    assertThat(of(HOSTS + "dateline.security.certificates = /c")).isEqualTo(NodeTraffic.CERTIFIED);
    assertThat(of(ONE_HOST + "dateline.security.certificates = /c"))
        .isEqualTo(NodeTraffic.CERTIFIED);
  }

  @Test
  void shouldDoWithoutWhereTheOperatorAcceptsIt() {
    assertThat(of(HOSTS + "dateline.security.unencrypted = accepted")).isEqualTo(NodeTraffic.OPEN);
  }

  @Test
  void shouldNameTheKeyOfAWrongWord() {
    assertThatThrownBy(() -> of(HOSTS + "dateline.security.unencrypted = yes"))
        .hasMessageContaining("must be refused or accepted");
  }
}
