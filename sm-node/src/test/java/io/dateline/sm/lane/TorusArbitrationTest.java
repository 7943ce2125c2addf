package io.dateline.sm.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TorusArbitrationTest {
  private static String towardsEndPort(String table, int entries) {
    byte[] block = TorusArbitration.towardsEndPort(block(table), entries);
    return HexFormat.of().formatHex(block, 0, 12);
  }

  private static byte[] block(String table) {
    return Arrays.copyOf(Arbitration.parse(table, "test").entries(), 64);
  }

  @Test
  void shouldGiveLaneOneWhatLaneFourHasAndTheOthersNothing() {
    assertThat(towardsEndPort("0:0,1:4,2:4,3:4,4:5,5:4", 8)).isEqualTo("000001050000000000000000");
    assertThat(towardsEndPort("4:7,0:9,1:1,4:8", 8)).isEqualTo("010700090108000000000000");
  }

  /** A port reads no further than its table goes. */
  @Test
  void shouldNotTakeEntriesThatAPortDoesNotHave() {
    assertThat(towardsEndPort("0:9,1:4,2:4,3:4,4:5,5:4", 4)).isEqualTo("000900000000000000000000");
  }

  private static final String FAIR =
      "qos_vlarb_high = \"0:8,1:8\", qos_vlarb_low = \"0:1,1:1\","
          + " qos_swe_vlarb_high = \"0:8,1:8,2:8,3:8,4:2,5:2,6:2,7:2\","
          + " qos_swe_vlarb_low = \"0:1,0:1,1:2,2:2,3:2,4:0\"";

  @Test
  void shouldHaveNothingToSayOfWeightsThatAreEqualWithinALevel() {
    assertThat(TorusArbitration.warnings(QosSamples.read(FAIR))).isEmpty();
  }

  /** As docs/OPERATIONS.md has it. */
  @Test
  void shouldHaveNothingToSayOfWhatOperatorsAreTold() {
    String between = "\"0:4,1:4,2:4,3:4,4:8,5:8,6:8,7:8\"";
    String told =
        "qos_vlarb_high = \"0:4,1:8\", qos_vlarb_low = \"0:4,1:8\", qos_swe_vlarb_high = "
            + between
            + ", qos_swe_vlarb_low = "
            + between;
    assertThat(TorusArbitration.warnings(QosSamples.read(told))).isEmpty();
  }

  @Test
  void shouldWarnOfUnequalWeightsWithinEitherLevel() {
    String low = FAIR + ", qos_swe_vlarb_low = \"0:1,1:1,2:1,3:2\"";
    assertThat(TorusArbitration.warnings(QosSamples.read(low)))
        .containsExactly(
            "torus-2QoS needs equal VL arbitration weights for VLs 0 to 3, and for VLs 4 to 7;"
                + " not so: qos_swe_vlarb_low");
    String high = FAIR + ", qos_swe_vlarb_high = \"0:1,1:1,2:1,3:1,7:1\"";
    assertThat(TorusArbitration.warnings(QosSamples.read(high)))
        .hasSize(1)
        .first()
        .asString()
        .endsWith("not so: qos_swe_vlarb_high");
  }

  /** Each site that does not configure it hears of it, in two sentences. */
  @Test
  void shouldWarnOfOpenSmsDefault() {
    assertThat(TorusArbitration.warnings(QosSamples.read("")))
        .containsExactly(
            "torus-2QoS needs equal VL arbitration weights for VLs 0 to 3, and for VLs 4 to 7;"
                + " not so: the default of qos_vlarb_high, the default of qos_vlarb_low",
            "torus-2QoS uses VLs 0 and 1 at end ports; with weights for VLs 2 to 7:"
                + " the default of qos_vlarb_low");
  }

  @Test
  void shouldWarnOfMapsThatAreIgnoredAndOfTooFewLanes() {
    String row = "\"0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\"";
    assertThat(
            TorusArbitration.warnings(
                QosSamples.read(
                    FAIR
                        + ", qos_swe_sl2vl = "
                        + row
                        + ", qos_swe_max_vls = 4, qos_ca_max_vls = 1")))
        .containsExactly(
            "torus-2QoS needs 8 VLs at qos_swe ports for all it can do; qos_swe_max_vls says 4",
            "torus-2QoS needs 2 VLs at qos_ca ports for all it can do; qos_ca_max_vls says 1");
  }
}
