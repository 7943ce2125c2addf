package io.dateline.routing.metis;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.dateline.routing.nue.Partitioner;
import io.dateline.routing.nue.SwitchGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Arrays;

/**
 * Divides with METIS 5 (G. Karypis and V. Kumar, "A Fast and High Quality Multilevel Scheme for
 * Partitioning Irregular Graphs", SIAM J. Sci. Comput. 20(1), 1998), where this host has it. The
 * same version of it gives the same parts for the same graph: its seed is fixed, and since it draws
 * from numbers that all threads of a process share, one thread calls it at a time.
 *
 * <p>While it runs, for some milliseconds, the library has handlers of its own for SIGTERM and
 * SIGABRT that are right for the calling thread only (GKlib, error.c): a process that is told to
 * end just then ends by a segmentation fault, as it did three times of three.
 */
@SuppressWarnings("restricted") // looks for a library
public final class Metis implements Partitioner {
  private static final Object ONE_AT_A_TIME = new Object();

  /** With fewer, halves may be left without a switch, which the library tells standard output. */
  private static final int SWITCHES_FOR_A_PART = 2;

  private final String library; // is looked for; it is the functions' own, but for tests

  public Metis() {
    this(MetisFunctions.LIBRARY);
  }

  Metis(String library) {
    this.library = library;
  }

  @Override
  public Outcome divide(SwitchGraph graph, int parts) {
    if (graph.count() < SWITCHES_FOR_A_PART * parts) {
      return new Unavailable(
          "%d switches are too few for %d parts".formatted(graph.count(), parts));
    }
    try {
      // Asked here, and not only where the functions are bound, so that its absence has a name.
      SymbolLookup.libraryLookup(library, Arena.global());
    } catch (IllegalArgumentException e) {
      return new Unavailable(library + " is not on this host (Debian: libmetis5)");
    } catch (IllegalCallerException e) {
      return new Unavailable(
          "native calls are forbidden: start java with --enable-native-access=ALL-UNNAMED");
    }
    if (!MetisFunctions.isNarrow()) {
      return new Unavailable(library + " was built with numbers of 64 bits, not with the usual 32");
    }
    synchronized (ONE_AT_A_TIME) {
      return called(graph, parts);
    }
  }

  private static Outcome called(SwitchGraph graph, int parts) {
    SimpleEdges edges = SimpleEdges.of(graph);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(JAVA_INT, graph.count());
      int code =
          MetisFunctions.partGraphRecursive(
              arena.allocateFrom(JAVA_INT, graph.count(), 1, parts),
              arena.allocateFrom(JAVA_INT, edges.first()),
              arena.allocateFrom(JAVA_INT, edges.to()),
              arena.allocateFrom(JAVA_INT, graph.weights()),
              arena.allocateFrom(JAVA_INT, edges.weights()),
              arena.allocate(JAVA_INT),
              found);
      int[] divided = found.toArray(JAVA_INT);
      boolean isValid = Arrays.stream(divided).allMatch(part -> part >= 0 && part < parts);
      return code == MetisFunctions.OK && isValid
          ? new Divided(divided)
          : new Unavailable("METIS_PartGraphRecursive gave no partition (%d)".formatted(code));
    }
  }
}
