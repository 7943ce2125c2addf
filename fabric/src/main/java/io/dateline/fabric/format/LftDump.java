package io.dateline.fabric.format;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.List;

/**
 * What a dump of forwarding tables says about a fabric.
 *
 * @param tables one row a switch; empty where the dump has none
 * @param lids the LIDs that the dump's comments and headings name an end port of the fabric for
 * @param warnings what in the dump is not in the fabric, a sentence each
 */
public record LftDump(ForwardingTables tables, LidMap lids, List<String> warnings) {
  public LftDump {
    warnings = List.copyOf(warnings);
  }
}
