package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalUrlTest {
  private static final String KEY = "dateline.persistence.postgresql.url";

  private static String of(String url, String... more) {
    Config config =
        ConfigFactory.parseString(String.join("\n", more))
            .withFallback(
                ConfigFactory.parseMap(
                    Map.of(KEY, url, "dateline.persistence.backend", "postgresql")))
            .withFallback(ConfigFactory.defaultReference());
    return JournalUrl.encrypted(config.resolve()).getString(KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://localhost/dateline",
        "jdbc:postgresql://127.0.0.1:5433/dateline",
        "jdbc:postgresql:dateline",
        "jdbc:postgresql:///dateline",
        "jdbc:postgresql://db/dateline?sslmode=verify-full&sslrootcert=/other.pem"
      })
  void shouldLeaveAloneWhatIsOnThisHostOrProtected(String url) {
    assertThat(of(url)).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db/dateline",
        "jdbc:postgresql://127.0.0.1,db/dateline",
        "jdbc:postgresql://db/dateline?sslmode=prefer"
      })
  void shouldRefuseAnotherHostInTheClear(String url) {
    assertThatThrownBy(() -> of(url))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(KEY)
        .hasMessageContaining("sslmode=verify-full");
  }

  @Test
  void shouldRefuseAnH2ServerOfAnotherHost() {
    String url = "dateline.persistence.h2.url = \"jdbc:h2:tcp://%s:7171/journal\"";
    Config reference = ConfigFactory.defaultReference();
    Config here = ConfigFactory.parseString(url.formatted("127.0.0.1")).withFallback(reference);
    assertThat(JournalUrl.encrypted(here.resolve())).isNotNull();
    for (String server : List.of("db", "127.example.org", "127.0.0.1.example.org")) {
      Config there = ConfigFactory.parseString(url.formatted(server)).withFallback(reference);
      assertThatThrownBy(() -> JournalUrl.encrypted(there.resolve()))
          .hasMessageContaining("dateline.persistence.h2.url")
          .hasMessageContaining("PostgreSQL");
    }
  }

  @Test
  void shouldKnowTheServerByTheNodesAuthority() {
    String certificates = "dateline.security.certificates = /etc/dateline/tls";
    assertThat(of("jdbc:postgresql://db/dateline", certificates))
        .isEqualTo(
            "jdbc:postgresql://db/dateline?sslmode=verify-full&sslrootcert=%2Fetc%2Fdateline%2Ftls%2Fca.pem");
    assertThat(of("jdbc:postgresql://db/dateline?ssl=true", certificates))
        .startsWith("jdbc:postgresql://db/dateline?ssl=true&sslmode=verify-full");
    for (String weak : List.of("disable", "allow", "prefer", "require")) {
      assertThatThrownBy(() -> of("jdbc:postgresql://db/dateline?sslmode=" + weak, certificates))
          .isInstanceOf(ConfigException.class);
    }
    String strong = "jdbc:postgresql://db/dateline?sslmode=verify-ca";
    assertThat(of(strong, certificates)).isEqualTo(strong);
  }

  /** A service file, or the environment's way to name one, may lead anywhere. */
  @Test
  void shouldTakeNoServerThatIsNamedElsewhereForThisHost() {
    for (String url :
        List.of("jdbc:postgresql://?service=prod", "jdbc:postgresql://localhost/d?PGHOST=db")) {
      assertThatThrownBy(() -> of(url, "")).as(url).isInstanceOf(ConfigException.class);
    }
  }

  @Test
  void shouldDoWithoutWhereTheOperatorAcceptsIt() {
    String url = "jdbc:postgresql://db/dateline";
    assertThat(of(url, "dateline.security.unencrypted = accepted")).isEqualTo(url);
  }
}
