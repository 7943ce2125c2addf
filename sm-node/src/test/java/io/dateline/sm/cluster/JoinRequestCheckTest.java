package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.cluster.ConfigValidation;
import akka.cluster.Invalid;
import akka.cluster.JoinConfigCompatChecker;
import akka.cluster.Valid$;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinRequestCheckTest {
  private static final String DOWNING = "akka.cluster.downing-provider-class = x, ";

  private final JoinConfigCompatChecker check = new JoinRequestCheck();

  private static Config config(String text) {
    return ConfigFactory.parseString(text);
  }

  /** As a member checks a request. */
  private ConfigValidation asked(String request) {
    Config own =
        config(DOWNING + "dateline.cluster { nodes { \"0\" = \"a:1\" }, host = a }")
            .withFallback(ConfigFactory.defaultReference());
    return check.check(config(request), own);
  }

  @Test
  void shouldCompareAsAkkaDoes() {
    assertThat(asked(DOWNING)).isEqualTo(Valid$.MODULE$);
    assertThat(asked("akka.cluster.downing-provider-class = y")).isInstanceOf(Invalid.class);
    assertThat(asked(DOWNING + "akka.cluster.split-brain-resolver.active-strategy = other"))
        .isInstanceOf(Invalid.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "akka = 1",
        "akka.version = \"2.8.5\"",
        "akka.cluster.downing-provider-class {}",
        "akka.cluster.downing-provider-class = [x]"
      })
  void shouldRefuseOneThatLacksWhatIsCompared(String request) {
    assertThat(asked(request)).isInstanceOf(Invalid.class);
  }

  /** A member would answer with its own value of each, with all that is in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dateline = 1",
        "dateline.persistence = 1",
        "dateline.persistence.h2 = [1]",
        "dateline.subnet = 1",
        "akka.cluster.sharding = 1"
      })
  void shouldRefuseOneThatAsksForAWholeBlock(String block) {
    assertThat(asked(DOWNING + block)).isInstanceOf(Invalid.class);
  }

  /** As they may be written on one host, or on a command line. */
  @Test
  void shouldTakeAListForWhatItIsHoweverItIsWritten() {
    assertThat(asked(DOWNING + "dateline.cluster.nodes = [\"a:1\"]")).isEqualTo(Valid$.MODULE$);
    assertThat(asked(DOWNING + "dateline.cluster.nodes { \"0\" = \"a:1\" }"))
        .isEqualTo(Valid$.MODULE$);
  }

  /** What it says of itself is compared by the next checker. */
  @Test
  void shouldLeaveNothingThatSettingsAgreementFailsAt() {
    JoinConfigCompatChecker agreement = new SettingsAgreement();
    Config own =
        config("dateline.cluster.nodes = [\"a:1\"]").withFallback(ConfigFactory.defaultReference());
    for (String strange :
        List.of(
            "dateline.cluster.nodes = [{ a = 1 }]",
            "dateline.cluster.nodes = [[1]]",
            "dateline.subnet.lmc { a = 1 }",
            "dateline.subnet.routing_engine = [[minhop]]")) {
      assertThat(agreement.check(config(strange), own)).isEqualTo(Valid$.MODULE$);
    }
  }
}
