package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.sa.TrustSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustPolicyTest {
  @TempDir Path folder;

  private TrustPolicy ofOpensmConf(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("opensm.conf"), text);
    return TrustPolicy.of(
        NodeConfig.load(ConfigFactory.parseMap(Map.of(OpensmLayer.FILE, file.toString()))));
  }

  private static TrustPolicy ofManagers(String guids) {
    return TrustPolicy.of(
        ConfigFactory.parseMap(Map.of("dateline.subnet.allowed_sm_guids", guids))
            .withFallback(ConfigFactory.load()));
  }

  @Test
  void shouldTrustAsNvidiasOpensmUnlessTold() throws IOException {
    TrustPolicy policy = ofOpensmConf("sa_enhanced_trust_model FALSE\nallowed_sm_guids (null)\n");
    assertThat(policy.requests()).isEqualTo(TrustSettings.DEFAULTS);
    assertThat(policy.managers().isLimited()).isFalse();
    assertThat(policy.managers().allows(7)).isTrue();
  }

  @Test
  void shouldTakeTheOptionsOfOpensmConf() throws IOException {
    TrustPolicy policy =
        ofOpensmConf(
            """
            sa_enhanced_trust_model TRUE
            sa_etm_allow_untrusted_guidinfo_rec FALSE
            sa_etm_allow_guidinfo_rec_by_vf FALSE
            sa_etm_allow_untrusted_proxy_requests FALSE
            sa_check_sgid_spoofing TRUE
            allowed_sm_guids 0x1070fd03001763d4,0x966daefffe2ac8d2
            """);
    assertThat(policy.requests()).isEqualTo(new TrustSettings(true, false, false, false, true));
    assertThat(policy.managers().guids())
        .isEqualTo(Set.of(0x1070fd03001763d4L, 0x966daefffe2ac8d2L));
    assertThat(policy.managers().allows(0x1070fd03001763d4L)).isTrue();
    assertThat(policy.managers().allows(0x1070fd03001763d5L)).isFalse();
  }

  @Test
  void shouldReadGuidsWithBlanksBetweenThem() {
    assertThat(ofManagers(" 0x7 , 8").managers().guids()).isEqualTo(Set.of(7L, 8L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0x7,", ",", "0x7 0x8", "0x7;0x8", "0", "host", "-1", "0x10000000000000000"})
  void shouldRefuseWhatIsNoList(String guids) {
    assertThatThrownBy(() -> ofManagers(guids))
        .isInstanceOf(ConfigException.BadValue.class)
        .hasMessageContaining("dateline.subnet.allowed_sm_guids")
        .hasMessageContaining("is no GUID of a port");
  }
}
