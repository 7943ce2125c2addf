package io.dateline.persistence.journal;

import java.nio.file.Path;

/** Two nodes were given the same state directory. The second must not start. */
public final class StateDirectoryInUseException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StateDirectoryInUseException(Path path, String owner) {
    super(
        "state directory %s is in use by another node%s"
            .formatted(path, owner.isBlank() ? "" : " (" + owner + ")"));
  }
}
