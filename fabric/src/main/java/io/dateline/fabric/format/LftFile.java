package io.dateline.fabric.format;

import io.dateline.fabric.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Forwarding tables as OpenSM's {@code lfts_file} names them: by GUID, whatever fabric they are
 * for. The file is what OpenSM dumps ({@code opensm-lfts.dump}), or was made by hand:
 *
 * <pre>
 * Unicast lids [0-27] of switch Lid 1 guid 0x0000000000200000 ('name'):
 * 0x0002 007 # Channel Adapter portguid 0x0000000001000001: 'host'
 * </pre>
 *
 * <p>Of the first line only its first two words and the GUID count, and the port GUID may be
 * missing. Where a switch occurs twice, the later table replaces the earlier one. Other lines mean
 * nothing.
 *
 * @param tables at least one; no switch twice
 * @param warnings what in the file is there by mistake, a sentence each
 */
public record LftFile(List<Table> tables, List<String> warnings) {
  public LftFile {
    tables = List.copyOf(tables);
    warnings = List.copyOf(warnings);
  }

  /**
   * A switch's table. Arrays are not copied, and tables that name the same GUIDs share them: do not
   * write to them.
   *
   * @param switchGuid node GUID
   * @param ports by LID: unsigned port number, 255 for none; as long as its last entry needs
   * @param portGuids by LID: the end port that answered to it, 0 where none is named; at least as
   *     long
   */
  public record Table(long switchGuid, byte[] ports, long[] portGuids) {}

  /**
   * Reads a file.
   *
   * @throws FormatException if a heading has no GUID, an entry is not of that form, or there is no
   *     table
   */
  public static LftFile read(Path file) throws IOException {
    return new LftFileReader().read(file);
  }

  /** SHA-256 of what the tables say, in hex. */
  public String digest() {
    Sha256 digest = new Sha256().add(tables.size());
    long[] last = null;
    for (Table table : tables) {
      digest.add(table.switchGuid, table.ports.length).add(table.ports);
      if (table.portGuids != last) {
        last = table.portGuids;
        digest.add(last);
      }
    }
    return digest.hex();
  }
}
