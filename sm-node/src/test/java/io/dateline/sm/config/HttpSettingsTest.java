package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.config.Listener.Access;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {
  private static HttpSettings of(String... settings) {
    Config config =
        ConfigFactory.parseString(String.join("\n", settings)).withFallback(ConfigFactory.load());
    return NodeSettings.of(config).http();
  }

  @Test
  void shouldBeOpenToReadingOnThisHostOnly() {
    for (String host : new String[] {"127.0.0.1", "localhost", "\"::1\""}) {
      Listener main = of("dateline.http.host = " + host).main();
      assertThat(main.reading()).isEqualTo(Access.OPEN);
      assertThat(main.tls()).isFalse();
    }
    Listener main =
        of("dateline.http.host = 192.0.2.1", "dateline.security.certificates = c").main();
    assertThat(main.reading()).isEqualTo(Access.TOKEN);
    assertThat(main.metrics()).isEqualTo(Access.OPEN);
    assertThat(main.tls()).isTrue();
  }

  @Test
  void shouldSendNothingUnencryptedBeyondThisHostUnlessToldTo() {
    for (String settings :
        new String[] {
          "dateline.http.host = 192.0.2.1",
          "dateline.http.host = 0.0.0.0",
          "dateline.http { host = 192.0.2.1, tls = off }, dateline.security.certificates = c",
          "dateline.http { host = 192.0.2.1, reading = open }",
          "dateline.cluster.management { host = 192.0.2.1, port = 8558 }"
        }) {
      assertThatThrownBy(() -> of(settings))
          .as(settings)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(".host")
          .hasMessageContaining("dateline.security.unencrypted = accepted");
    }
  }

  @Test
  void shouldWantATokenForReadingThoughUnencryptedIsAccepted() {
    String host = "dateline.http.host = 192.0.2.1, dateline.security.unencrypted = accepted";
    assertThat(of(host).main().tls()).isFalse();
    assertThat(of(host).main().reading()).isEqualTo(Access.TOKEN);
    assertThat(of(host, "dateline.http.reading = open").main().reading()).isEqualTo(Access.OPEN);
  }

  @Test
  void shouldLookAtEachServerByItself() {
    HttpSettings settings =
        of(
            "dateline.cluster.management { host = 192.0.2.1, port = 8558 }",
            "dateline.security.certificates = c",
            "dateline.http.metrics = token");
    assertThat(settings.main().reading()).isEqualTo(Access.OPEN);
    assertThat(settings.management().orElseThrow())
        .returns(Access.TOKEN, Listener::reading)
        .returns(Access.TOKEN, Listener::metrics)
        .returns(true, Listener::tls);
  }

  @Test
  void shouldTakeOnAndOffAsTheyAreWritten() {
    String certificates = "dateline.security.certificates = c";
    assertThat(of(certificates, "dateline.http.tls = on").main().tls()).isTrue();
    assertThat(of(certificates, "dateline.http.tls = off").main().tls()).isFalse();
    assertThat(of(certificates).main().tls()).isFalse();
  }

  @Test
  void shouldKeepTokensInTheStateDirectoryUnlessToldOtherwise() {
    assertThat(of("dateline.state-dir = s").tokenFile()).isEqualTo(Path.of("s", "tokens"));
    assertThat(of("dateline.http.token-file = \"/etc/dateline/tokens\"").tokenFile())
        .isEqualTo(Path.of("/etc/dateline/tokens"));
  }
}
