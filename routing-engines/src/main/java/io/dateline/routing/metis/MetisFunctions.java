package io.dateline.routing.metis;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * The C functions of {@code <metis.h>}, version 5, one method each. Initializing this class binds
 * them, and fails where the library is missing; {@link Metis} looks for it first.
 */
@SuppressWarnings("restricted") // calling C is what this class is for
final class MetisFunctions {
  static final String LIBRARY = "libmetis.so.5";

  /** What a call returns that went well. */
  static final int OK = 1;

  private static final int OPTIONS = 40;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup METIS = SymbolLookup.libraryLookup(LIBRARY, Arena.global());

  private static final MethodHandle SET_DEFAULT_OPTIONS =
      metis("METIS_SetDefaultOptions", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle PART_GRAPH_RECURSIVE =
      metis(
          "METIS_PartGraphRecursive",
          FunctionDescriptor.of(
              JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS,
              ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));

  private MetisFunctions() {}

  /**
   * Whether {@code idx_t} is 32 bits wide: the defaults of {@link #OPTIONS} numbers are written.
   */
  static boolean isNarrow() {
    try (Arena arena = Arena.ofConfined()) {
      long narrow = (long) OPTIONS * Integer.BYTES;
      MemorySegment options = arena.allocate(2 * narrow, Long.BYTES);
      int unused = (int) SET_DEFAULT_OPTIONS.invokeExact(options);
      return options
          .asSlice(narrow)
          .elements(JAVA_BYTE)
          .allMatch(rest -> rest.get(JAVA_BYTE, 0) == 0);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Divides vertices by halves of halves. Options are the library's own, of which the seed of its
   * random numbers is a fixed one (4321); what numbers options have differs from 5.1 to 5.2.
   *
   * @param sizes three numbers, one after the other: vertices, weights of each, parts
   * @param cut one number, is filled
   * @param parts a number for each vertex, is filled
   */
  static int partGraphRecursive(
      MemorySegment sizes,
      MemorySegment first,
      MemorySegment neighbours,
      MemorySegment weights,
      MemorySegment edgeWeights,
      MemorySegment cut,
      MemorySegment parts) {
    MemorySegment standard = MemorySegment.NULL;
    try {
      return (int)
          PART_GRAPH_RECURSIVE.invokeExact(
              sizes,
              sizes.asSlice(Integer.BYTES),
              first,
              neighbours,
              weights,
              standard,
              edgeWeights,
              sizes.asSlice(2 * Integer.BYTES),
              standard,
              standard,
              standard,
              cut,
              parts);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static MethodHandle metis(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(METIS.findOrThrow(name), descriptor);
  }

  /** A downcall throws nothing of its own; what comes is a bug in how it is called. */
  private static IllegalStateException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("call into METIS failed", e);
  }
}
