package io.dateline.routing;

import io.dateline.fabric.format.LftFile;
import io.dateline.fabric.format.LidMatrix;
import java.util.Objects;
import java.util.Optional;

/**
 * What the file engine is told.
 *
 * @param lfts {@code lfts_file}; nothing where no file is given
 * @param lidMatrix {@code lid_matrix_dump_file}; nothing where no file is given
 */
public record FileOptions(Optional<LftFile> lfts, Optional<LidMatrix> lidMatrix) {
  public static final FileOptions DEFAULTS = new FileOptions(Optional.empty(), Optional.empty());

  public FileOptions {
    Objects.requireNonNull(lfts);
    Objects.requireNonNull(lidMatrix);
  }

  /** These with tables. */
  public FileOptions lfts(LftFile file) {
    return new FileOptions(Optional.of(file), lidMatrix);
  }

  /** These with hops. */
  public FileOptions lidMatrix(LidMatrix matrix) {
    return new FileOptions(lfts, Optional.of(matrix));
  }
}
