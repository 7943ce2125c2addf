package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.persistence.archive.Archive;
import io.dateline.persistence.archive.ArchivedEvent;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The events of the manager that are in an archive, without a node. */
final class ArchivedHistory {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ArchivedHistory() {}

  static int print(Path folder, EventPrinter printer) {
    if (!Files.isDirectory(folder)) {
      throw new BadInput("--archive %s is no folder".formatted(folder));
    }
    ArchivedLines lines = new ArchivedLines();
    try (printer) {
      new Archive(folder)
          .read(
              ArchivedLines::isTold,
              (ArchivedEvent event) -> printer.print(JSON.valueToTree(List.of(lines.next(event)))));
    } catch (IOException e) {
      throw new BadInput(e.getMessage());
    }
    return ExitCode.DONE;
  }
}
