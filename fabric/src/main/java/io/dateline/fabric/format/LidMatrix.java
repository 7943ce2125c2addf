package io.dateline.fabric.format;

import io.dateline.fabric.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Hops by switch, LID and port as OpenSM's {@code lid_matrix_dump_file} has them, which is what it
 * dumps ({@code opensm-lid-matrix.dump}):
 *
 * <pre>
 * Switch: guid 0x0000000000200000
 * 0x0001: 00 02 02 ff # portguid 0x0000000000200000
 * 0x0003: 01 03 01 ff # portguid 0x0000000000200001
 * </pre>
 *
 * <p>Hops are those by port 0, 1, 2 and so on; by port 0 means the fewest. Other lines mean
 * nothing.
 *
 * @param switches no switch twice
 */
public record LidMatrix(List<Switch> switches) {
  /** In {@link Switch#hops}: no way leads there. */
  public static final int NO_PATH = 0xFF;

  public LidMatrix {
    switches = List.copyOf(switches);
  }

  /**
   * What the file has of a switch, one row a LID. Arrays are not copied: do not write to them.
   *
   * @param guid node GUID
   * @param columns port numbers from 0 on, as many as the longest row has
   * @param lids by row, no LID twice
   * @param portGuids by row: the end port that answered to the LID, 0 where none is named
   * @param hops rows one after another, {@code columns} unsigned bytes each
   */
  public record Switch(long guid, int columns, int[] lids, long[] portGuids, byte[] hops) {}

  /**
   * Reads a file.
   *
   * @throws FormatException if a heading has no GUID, a row is not of that form, or there is no
   *     switch
   */
  public static LidMatrix read(Path file) throws IOException {
    return new LidMatrixReader().read(file);
  }

  /** SHA-256 of what the rows say, in hex. */
  public String digest() {
    Sha256 digest = new Sha256().add(switches.size());
    for (Switch each : switches) {
      digest.add(each.guid, each.columns, each.lids.length).add(each.hops);
      digest.add(each.portGuids);
      for (int lid : each.lids) {
        digest.add(lid);
      }
    }
    return digest.hex();
  }
}
