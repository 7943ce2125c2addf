package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionException;
import io.dateline.sm.options.OptionFile;
import io.dateline.sm.qos.PolicyFile;
import org.junit.jupiter.api.Test;

class UnusableOptionTest {
  private static final OpensmOption OPTION = OpensmOptions.named("qos_policy_file").orElseThrow();

  private static OptionException problem() {
    return catchThrowableOfType(
        OptionException.class,
        () -> OptionFile.read(new GivenOption(OPTION.name(), "/missing", "", 0), PolicyFile::read));
  }

  private static String message(Config config) {
    return UnusableOption.of(config, OPTION, problem()).getMessage();
  }

  @Test
  void shouldNameThePlaceWhereAnOptionWasSet() {
    Config config =
        ConfigFactory.parseString("dateline.subnet.qos_policy_file = /missing")
            .withFallback(ConfigFactory.defaultReference());

    assertThat(message(config))
        .contains(": Invalid value at 'dateline.subnet.qos_policy_file': cannot be used: ");
  }

  /** A site's file at OpenSM's own place: nobody has set the option, and no jar is to be named. */
  @Test
  void shouldNameTheOptionAloneWhereNobodyHasSetIt() {
    assertThat(message(ConfigFactory.defaultReference()))
        .isEqualTo("qos_policy_file cannot be used: there is no file /missing");
  }
}
