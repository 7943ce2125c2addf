package io.dateline.mad.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GidTest {
  @Property
  void shouldReadWhatItPrints(@ForAll long prefix, @ForAll long interfaceId) {
    Gid gid = new Gid(prefix, interfaceId);

    assertThat(Gid.parse(gid.toString())).isEqualTo(gid);
  }

  @ParameterizedTest
  @CsvSource({
    "::,0:0:0:0:0:0:0:0",
    "::1,0:0:0:0:0:0:0:1",
    "ff12::,ff12:0:0:0:0:0:0:0",
    "FF12:401b::Ffff:ffff,ff12:401b:0:0:0:0:ffff:ffff",
    "ff12:401b:ffff::255.0.1.255,ff12:401b:ffff:0:0:0:ff00:1ff",
    "1:2:3:4:5:6:7::,1:2:3:4:5:6:7:0",
    "1:2:3:4:5:6:7.8.9.10,1:2:3:4:5:6:708:90a"
  })
  void shouldReadAddresses(String text, String full) {
    assertThat(Gid.parse(text)).hasToString(full);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "1", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1::2::3",
        "g::", "12345::", "::1.2.3", "::1.2.3.256", "1.2.3.4::", "::1.2.3.4:5", ":1::", "::1:",
        "-1::", "fe80::1%eth0"
      })
  void shouldRefuseOthers(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Gid.parse(text));
  }
}
