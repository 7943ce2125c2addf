package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSettingsTest {
  private static final String STRATEGY = "akka.cluster.split-brain-resolver.active-strategy";

  private static Config load(String... lines) {
    String certificates = "\ndateline.security.certificates = /etc/dateline/tls";
    return NodeConfig.load(ConfigFactory.parseString(String.join("\n", lines) + certificates));
  }

  @Test
  void aloneIsTheDefault() {
    Config config = load();

    assertThat(ClusterSettings.of(config).isAlone()).isTrue();
    assertThat(ClusterSettings.of(config).management()).isEmpty();
    assertThat(config.getStringList("akka.cluster.seed-nodes")).isEmpty();
    assertThat(config.getString("akka.cluster.downing-provider-class")).isEmpty();
    assertThat(config.getInt("akka.remote.artery.canonical.port")).isZero();
    assertThat(config.getString("akka.remote.artery.canonical.hostname")).isEqualTo("127.0.0.1");
  }

  @Test
  void threeNodesKeepTheMajority() {
    Config config =
        load(
            "dateline.cluster { host = b, port = 7172, nodes = [\"a:1\", \"b:7172\", \"c:3\"] }",
            "dateline.cluster.management { host = b, port = 8558 }");

    assertThat(config.getStringList("akka.cluster.seed-nodes")).isEmpty(); // Formation decides
    assertThat(ClusterSettings.of(config).others())
        .containsExactly(new NodeAddress("a", 1), new NodeAddress("c", 3));
    assertThat(config.getString(STRATEGY)).isEqualTo("keep-majority");
    assertThat(config.getString("akka.remote.artery.canonical.hostname")).isEqualTo("b");
    assertThat(config.getInt("akka.remote.artery.canonical.port")).isEqualTo(7172);
    assertThat(ClusterSettings.of(config).management()).contains(new NodeAddress("b", 8558));
  }

  @Test
  void twoNodesAskForTheLease() {
    Config config = load("dateline.cluster { host = a, port = 1, nodes = [\"a:1\", \"b:1\"] }");

    assertThat(config.getString(STRATEGY)).isEqualTo("lease-majority");
    String implementation =
        config.getString("akka.cluster.split-brain-resolver.lease-majority.lease-implementation");
    assertThat(config.getString(implementation + ".lease-class"))
        .isEqualTo("io.dateline.persistence.lease.JdbcLease");
  }

  @Test
  void whatTheOperatorSaysToAkkaWins() {
    Config config =
        load(
            "dateline.cluster { host = a, port = 1, nodes = [\"a:1\", \"b:1\"] }",
            STRATEGY + " = down-all");

    assertThat(config.getString(STRATEGY)).isEqualTo("down-all");
  }

  @ParameterizedTest
  @CsvSource({
    "dateline.cluster.host, ''",
    "dateline.cluster.port, -1",
    "dateline.cluster.port, 65536",
    "dateline.cluster.nodes, '[\"a:1\"]'", // not this node
    "dateline.cluster.nodes, '[\"127.0.0.1:7000\", \"a:1\", \"a:1\"]'",
    "dateline.cluster.nodes, '[\"127.0.0.1:7000\", \"a\"]'",
    "dateline.cluster.nodes, '[\"127.0.0.1:7000\", \":1\"]'",
    "dateline.cluster.nodes, '[\"127.0.0.1:7000\", \"a:0\"]'",
    "dateline.cluster.nodes, '[\"127.0.0.1:7000\", \"a:65536\"]'",
    "dateline.cluster.probe-interval, 0s",
    "dateline.cluster.management.port, 0",
    "dateline.cluster.management.port, many"
  })
  void aWrongValueIsRefusedByName(String key, String value) {
    String quoted = value.startsWith("[") ? value : '"' + value + '"';
    assertThatThrownBy(() -> load("dateline.cluster.port = 7000", key + " = " + quoted))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void aNodeThatIsNotOnItsListIsToldSo() {
    assertThatThrownBy(() -> load("dateline.cluster { host = b, port = 7, nodes = [\"a:1\"] }"))
        .hasMessageContaining("does not name this node, which is b:7");
  }
}
