package io.dateline.routing.metis;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.nue.Partitioner;
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
  public Outcome divide(SwitchGraph graph, int[] weights, int parts) {
    if (graph.switchCount < SWITCHES_FOR_A_PART * parts) {
      return new Unavailable(
          "%d switches are too few for %d parts".formatted(graph.switchCount, parts));
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
      return called(graph, weights, parts);
    }
  }

  private static Outcome called(SwitchGraph graph, int[] weights, int parts) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(JAVA_INT, graph.switchCount);
      int code =
          MetisFunctions.partGraphRecursive(
              arena.allocateFrom(JAVA_INT, graph.switchCount, 1, parts),
              arena.allocateFrom(JAVA_INT, graph.firstNeighbour),
              arena.allocateFrom(JAVA_INT, graph.neighbours),
              arena.allocateFrom(JAVA_INT, weights),
              arena.allocateFrom(JAVA_INT, cableCounts(graph)),
              arena.allocate(JAVA_INT),
              found);
      int[] divided = found.toArray(JAVA_INT);
      boolean isValid = Arrays.stream(divided).allMatch(part -> part >= 0 && part < parts);
      return code == MetisFunctions.OK && isValid
          ? new Divided(divided)
          : new Unavailable("METIS_PartGraphRecursive gave no partition (%d)".formatted(code));
    }
  }

  /**
   * By neighbour of a switch: the cables that lead there. METIS wants parallel ones as one edge.
   */
  static int[] cableCounts(SwitchGraph graph) {
    int[] counts = new int[graph.neighbours.length];
    int[] place =
        new int[graph.switchCount]; // by switch: its place among the last one's neighbours
    for (int node = 0; node < graph.switchCount; node++) {
      for (int i = graph.firstNeighbour[node]; i < graph.firstNeighbour[node + 1]; i++) {
        place[graph.neighbours[i]] = i;
      }
      for (int channel = graph.first[node]; channel < graph.first[node + 1]; channel++) {
        counts[place[graph.to[channel]]]++;
      }
    }
    return counts;
  }
}
