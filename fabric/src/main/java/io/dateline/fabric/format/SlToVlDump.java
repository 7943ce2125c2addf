package io.dateline.fabric.format;

import io.dateline.fabric.SlToVl;
import java.util.List;

/**
 * What a dump of SL to VL tables says about a fabric.
 *
 * @param slToVl the lanes; {@link SlToVl#IDENTITY} for ports the dump does not mention
 * @param warnings what in the dump is not in the fabric, a sentence each
 */
public record SlToVlDump(SlToVl slToVl, List<String> warnings) {
  public SlToVlDump {
    warnings = List.copyOf(warnings);
  }
}
