package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;

class NodeConfigTest {
  @Test
  void everyWishOfAkkaWinsOverTheLibrariesOwnDefaults() {
    Config wishes = ConfigFactory.parseResources(NodeConfig.class, "akka.conf");

    Config loaded = NodeConfig.load(ConfigFactory.empty());

    assertThat(wishes.entrySet()).isNotEmpty();
    assertThat(wishes.entrySet())
        .allSatisfy(wish -> assertThat(loaded.getValue(wish.getKey())).isEqualTo(wish.getValue()));
  }

  @Test
  void theOperatorWinsOverThem() {
    Config loaded = NodeConfig.load(ConfigFactory.parseString("akka.loglevel = DEBUG"));

    assertThat(loaded.getString("akka.loglevel")).isEqualTo("DEBUG");
  }
}
