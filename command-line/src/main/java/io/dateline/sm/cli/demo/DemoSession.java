package io.dateline.sm.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of a demo, what else it has begun, and the folder of logs and state. All of it ends
 * with this process: the last one first, so that a node can still tell its fabric that it leaves.
 */
final class DemoSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DemoSession.class);

  private final Class<?> program;
  private final Path folder;
  private final Deque<Runnable> ends = new ArrayDeque<>();
  private volatile boolean isEnding;
  private volatile boolean isFolderKept = true;

  private DemoSession(Class<?> program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /**
   * Begins one.
   *
   * @param program whose commands its processes are
   */
  static DemoSession begin(Class<?> program) throws IOException {
    DemoSession session = new DemoSession(program, Files.createTempDirectory("dateline-demo"));
    Runtime.getRuntime().addShutdownHook(new Thread(session::close, "end-demo"));
    return session;
  }

  Path folder() {
    return folder;
  }

  /** Has something ended with the demo, before what was begun earlier. */
  synchronized void atEnd(Runnable end) {
    if (isEnding) {
      end.run();
    } else {
      ends.push(end);
    }
  }

  /** Starts a process of the demo, see {@link ChildProcess#start}. */
  synchronized ChildProcess start(String name, String... arguments) throws IOException {
    if (isEnding) {
      throw new IOException("the demo was stopped");
    }
    ChildProcess process = ChildProcess.start(program, name, folder, arguments);
    ends.push(process::close);
    return process;
  }

  /** Whether the processes are being stopped from here, and their end is no failure. */
  boolean isEnding() {
    return isEnding;
  }

  /** Says whether the folder stays; it does while nothing else is said, for the logs in it. */
  void keepFolder(boolean isKept) {
    isFolderKept = isKept;
  }

  @Override
  public void close() {
    isEnding = true;
    end();
  }

  private synchronized void end() {
    while (!ends.isEmpty()) {
      end(ends.pop());
    }
    if (!isFolderKept && Files.exists(folder)) {
      delete(folder);
    }
  }

  /** One that fails does not keep the others from their end. */
  private static void end(Runnable one) {
    try {
      one.run();
    } catch (RuntimeException e) {
      LOG.warn("the demo did not end in order", e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> below = Files.walk(folder)) {
      List<Path> deepestFirst = below.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
