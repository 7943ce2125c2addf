package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import io.dateline.sm.lane.QosSamples;
import io.dateline.sm.lane.QosSettings;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QosReaderTest {
  private static String hex(byte[] bytes, int count) {
    return HexFormat.of().formatHex(bytes, 0, count);
  }

  /** OpenSM's defaults. */
  @Test
  void shouldHaveOpenSmsTablesWhereNothingIsSaid() {
    QosSettings settings = QosSamples.read("");

    assertThat(settings.enabled()).isTrue();
    assertThat(QosSamples.OFF.enabled()).isFalse();
    assertThat(hex(settings.ca().slToVl(), 8)).isEqualTo("0123456789abcde7");
    assertThat(hex(settings.swe().high().entries(), 6)).isEqualTo("000401000200");
    assertThat(hex(settings.swe().low().entries(), 6)).isEqualTo("000001040204");
    assertThat(settings.swe().highLimit()).isZero();
    assertThat(settings.rtr().maxVls()).isZero();
    assertThat(settings.rtr().slToVlFrom()).isEmpty();
  }

  @Test
  void shouldTakeWhatIsSaidOfAKindBeforeWhatIsSaidOfAll() {
    QosSettings settings =
        QosSamples.read(
            "qos_vlarb_low = \"0:1,4:2\", qos_swe_vlarb_low = \"0:16,0x1:17\", qos_high_limit = 7,"
                + " qos_ca_high_limit = 0, qos_max_vls = 4, qos_swe_max_vls = 8,"
                + " qos_sl2vl = \"1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,15\"");

    assertThat(hex(settings.swe().low().entries(), 6)).isEqualTo("001001110000");
    assertThat(settings.swe().low().from()).isEqualTo("qos_swe_vlarb_low");
    assertThat(hex(settings.ca().low().entries(), 6)).isEqualTo("000104020000");
    assertThat(settings.ca().low().from()).isEqualTo("qos_vlarb_low");
    assertThat(settings.ca().highLimit()).isZero();
    assertThat(settings.sw0().highLimit()).isEqualTo(7);
    assertThat(settings.swe().maxVls()).isEqualTo(8);
    assertThat(settings.sw0().maxVls()).isEqualTo(4);
    assertThat(settings.sw0().maxVlsFrom()).isEqualTo("qos_max_vls");
    assertThat(hex(settings.rtr().slToVl(), 8)).isEqualTo("111111111111111f");
    assertThat(settings.rtr().slToVlFrom()).isEqualTo("qos_sl2vl");
  }

  /** So that a node that would set other lanes than those of a plan knows it. */
  @Test
  void shouldTellTheOptionsThatWereGivenAndCount() {
    assertThat(QosSamples.read("qos_max_vls = 4, qos_ca_max_vls = 2").given()).isEmpty();
    assertThat(
            QosSamples.read(
                    "qos_high_limit = 7, qos_vlarb_low = \"0:1,4:2\", qos_swe_vlarb_high = \"0:1\"")
                .given())
        .isEqualTo("qos_high_limit 7, qos_vlarb_low 0:1,4:2, qos_swe_vlarb_high 0:1");
    assertThat(QosSamples.OFF.given()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "qos_vlarb_high = \"0:4,15:1\"|qos_vlarb_high|'15' is no VL from 0 to 14",
        "qos_vlarb_low = \"0:256\"|qos_vlarb_low|'256' is no weight from 0 to 255",
        "qos_vlarb_low = \"0:1,,\"|qos_vlarb_low|'' is no VL:weight",
        "qos_swe_vlarb_low = \"0-1\"|qos_swe_vlarb_low|'0-1' is no VL:weight",
        "qos_sl2vl = \"0,1\"|qos_sl2vl|has 2 VLs, one for each of 16 SLs is needed",
        "qos_ca_sl2vl = \"0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f\"|qos_ca_sl2vl|'a' is no VL from 0 to 15",
        "qos_rtr_high_limit = 256|qos_rtr_high_limit|must be -1 to 255, is 256"
      })
  void shouldSayWhatIsWrong(String setting, String key, String sentence) {
    assertThatThrownBy(() -> QosSamples.read(setting))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dateline.subnet." + key)
        .hasMessageContaining(sentence);
  }
}
