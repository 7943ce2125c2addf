package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinSecretsTest {
  private final Config settings =
      JoinSecrets.keep(
          ConfigFactory.parseString("jdbc.\"a b\".password = x, user.name = y")
              .withFallback(ConfigFactory.defaultReference()));
  private final List<String> secret =
      settings.getStringList(
          "akka.cluster.configuration-compatibility-check.sensitive-config-paths.dateline");

  private boolean isTold(String key) {
    return secret.stream().noneMatch(key::startsWith);
  }

  @Test
  void shouldTellNoPasswordNoKeyAndNothingOfTheHost() {
    assertThat(
            List.of(
                "dateline.persistence.h2.password",
                "dateline.persistence.postgresql.password",
                "dateline.persistence.postgresql.url",
                "dateline.subnet.sm_key",
                "dateline.subnet.sa_key",
                "dateline.http.token-file",
                "dateline.security.certificates",
                "dateline.state-dir",
                "akka.remote.artery.canonical.port",
                "jdbc.\"a b\".password",
                "user.name"))
        .noneMatch(this::isTold);
  }

  @Test
  void shouldTellWhatIsCompared() {
    assertThat(
            scala.jdk.javaapi.CollectionConverters.asJava(new SettingsAgreement().requiredKeys()))
        .isNotEmpty()
        .allMatch(this::isTold);
    assertThat(List.of("akka.version", "akka.cluster.downing-provider-class"))
        .allMatch(this::isTold);
  }
}
