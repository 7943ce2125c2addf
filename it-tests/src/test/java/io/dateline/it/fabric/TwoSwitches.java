package io.dateline.it.fabric;

import io.dateline.it.kit.Ibsim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A fabric small enough to know by heart: two switches, each with a host. */
final class TwoSwitches {
  static final String HOST_A = "H-0000000000000100";
  static final String HOST_A_GUID = "0x0000000000000100";
  static final String SWITCH_A = "S-0000000000000200";
  static final String SWITCH_A_GUID = "0x0000000000000200";
  static final String SWITCH_B_GUID = "0x0000000000000201";

  /** The port of switch A that host A is at. */
  static final int HOST_A_AT = 3;

  private static final String TOPOLOGY =
      """
      switchguid=0x200(200)
      Switch 4 "S-0000000000000200" # "A" base port 0 lid 0 lmc 0
      [1] "S-0000000000000201"[2] # "B" lid 0 4xEDR
      [3] "H-0000000000000100"[1](101) # "host a" lid 0 4xEDR

      switchguid=0x201(201)
      Switch 4 "S-0000000000000201" # "B" base port 0 lid 0 lmc 0
      [2] "S-0000000000000200"[1] # "A" lid 0 4xEDR
      [3] "H-0000000000000110"[1](111) # "host b" lid 0 4xEDR

      caguid=0x100
      Ca 1 "H-0000000000000100" # "host a"
      [1](101) "S-0000000000000200"[3] # lid 0 lmc 0 "A" lid 0 4xEDR

      caguid=0x110
      Ca 1 "H-0000000000000110" # "host b"
      [1](111) "S-0000000000000201"[3] # lid 0 lmc 0 "B" lid 0 4xEDR
      """;

  private TwoSwitches() {}

  /** Starts ibsim on it. */
  static Ibsim start(Path folder) throws IOException {
    return Ibsim.start(Files.writeString(folder.resolve("fabric.ib"), TOPOLOGY), folder);
  }
}
