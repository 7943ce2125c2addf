package io.dateline.sm.node;

import io.dateline.fabric.format.MulticastDumpWriter;
import io.dateline.persistence.file.PrivateFile;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.sm.dump.DumpAnswer;
import io.dateline.sm.dump.DumpAnswer.NotWritten;
import io.dateline.sm.dump.DumpAnswer.Unknown;
import io.dateline.sm.dump.DumpAnswer.Written;
import io.dateline.sm.dump.RoutingDumps;
import io.dateline.sm.dump.StepDumps;
import io.dateline.sm.subnet.SubnetView;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Writes what this node routes by, as OpenSM does, when an operator orders it; one order at a time.
 * Files are for the node's user alone, and come in the place of older ones as a whole.
 */
final class DumpDesk {
  private final Path folder;
  private final Supplier<Optional<SubnetView>> view;
  private final Function<SubnetView, ChainSteps> steps;
  private final Generations generations;
  private final Supplier<Optional<String>> obstacle;
  private final Executor slow;
  private final AtomicBoolean isWriting = new AtomicBoolean();

  /**
   * A desk of one node.
   *
   * @param view what is routed now
   * @param steps of a chain, if it is one that routes
   * @param obstacle why this node does not know what is routed now, if it does not
   * @param slow where files are written
   */
  DumpDesk(
      Path folder,
      Supplier<Optional<SubnetView>> view,
      Function<SubnetView, ChainSteps> steps,
      Generations generations,
      Supplier<Optional<String>> obstacle,
      Executor slow) {
    this.folder = folder;
    this.view = view;
    this.steps = steps;
    this.generations = generations;
    this.obstacle = obstacle;
    this.slow = slow;
  }

  /**
   * Writes files.
   *
   * @param only names of those that are wanted; none for all but the SLs of paths, which OpenSM has
   *     no file for, and of which there are as many as pairs of LIDs
   */
  CompletionStage<DumpAnswer> order(List<String> only) {
    if (!isWriting.compareAndSet(false, true)) {
      return CompletableFuture.completedStage(new NotWritten("dumps are being written"));
    }
    return CompletableFuture.supplyAsync(() -> write(only), slow)
        .whenComplete((answer, failure) -> isWriting.set(false));
  }

  private DumpAnswer write(List<String> only) {
    Optional<String> why = obstacle.get();
    Optional<SubnetView> now = view.get();
    if (why.isPresent() || now.isEmpty()) {
      return new NotWritten(why.orElse("the subnet is not up yet"));
    }
    Optional<ComputedRouting> computed =
        generations.routing(now.get().generation(), now.get().routing().engine());
    Map<String, RoutingDumps.Content> files = files(now.get(), computed);
    if (only.isEmpty()) {
      Map<String, RoutingDumps.Content> usual = RoutingDumps.usual(files);
      usual.remove(RoutingDumps.PATH_SL);
      ChainSteps ofSteps = steps.apply(now.get());
      usual.putAll(ofSteps.files());
      List<String> notes = new ArrayList<>(ofSteps.notes());
      if (computed.isEmpty()) {
        notes.add(silent(now.get()));
      }
      return write(now.get(), usual, notes, true);
    }
    try {
      return write(now.get(), RoutingDumps.only(files, only), List.of(), false);
    } catch (IllegalArgumentException e) {
      return new Unknown(e.getMessage());
    }
  }

  private static Map<String, RoutingDumps.Content> files(
      SubnetView view, Optional<ComputedRouting> computed) {
    return RoutingDumps.of(
        view.fabric(),
        view.lids(),
        view.routing(),
        computed.map(ComputedRouting::dumps).orElse(Map.of()),
        out -> MulticastDumpWriter.write(view.fabric(), view.multicast(), out));
  }

  private DumpAnswer write(
      SubnetView view, Map<String, RoutingDumps.Content> files, List<String> notes, boolean isAll) {
    Path file = folder;
    List<String> written = new ArrayList<>();
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      PrivateFile.removeDrafts(folder, files.keySet());
      if (isAll) {
        StepDumps.remove(folder);
      }
      for (Map.Entry<String, RoutingDumps.Content> each : files.entrySet()) {
        file = folder.resolve(each.getKey());
        RoutingDumps.Content content = each.getValue();
        PrivateFile.write(file, out -> content.write(out));
        written.add(file.toAbsolutePath().toString());
      }
    } catch (FileSystemException e) {
      return new NotWritten("%s: %s".formatted(file.toAbsolutePath(), reason(e)));
    } catch (IOException e) {
      return new NotWritten("%s: %s".formatted(file.toAbsolutePath(), e.getMessage()));
    }
    return new Written(view.generation(), written, notes);
  }

  private static String silent(SubnetView view) {
    return ("what engine %s tells beside its tables is not known here: an earlier term computed"
            + " them; after a heavy sweep it is")
        .formatted(view.routing().engine());
  }

  /** Without the file's name, which the message of such an exception begins with. */
  private static String reason(FileSystemException failure) {
    return switch (failure) {
      case AccessDeniedException denied -> "this node's user may not write there (dump_files_dir)";
      case FileAlreadyExistsException there -> "a file is in the place of the folder";
      default -> failure.getReason() == null ? "cannot be made there" : failure.getReason();
    };
  }
}
