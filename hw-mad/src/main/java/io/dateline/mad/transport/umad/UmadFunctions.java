package io.dateline.mad.transport.umad;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The C functions, one method each. Initializing this class binds them, and fails where libibumad
 * is missing; {@link LibUmad#load} looks for it first.
 *
 * <p>{@code open} and {@code close} are looked up as the dynamic linker would for a program,
 * because a simulator's preloaded library puts its own before libc's.
 */
@SuppressWarnings("restricted") // calling C is what this class is for
final class UmadFunctions {
  static final String LIBRARY = "libibumad.so.3";

  /** Layout of what {@link #error} reads. */
  static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();

  /** Of open(2): opening an issm device waits while another process has it, unless told not to. */
  static final int O_NONBLOCK = 0x800;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup UMAD = SymbolLookup.libraryLookup(LIBRARY, Arena.global());
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final VarHandle ERRNO_VALUE =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle INIT = umad("umad_init", FunctionDescriptor.of(JAVA_INT));
  private static final MethodHandle CAS_NAMES =
      umad("umad_get_cas_names", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle GET_CA =
      umad("umad_get_ca", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle RELEASE_CA =
      umad("umad_release_ca", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle ISSM_PATH =
      umad(
          "umad_get_issm_path",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle OPEN_PORT =
      umad("umad_open_port", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), ERRNO);
  private static final MethodHandle CLOSE_PORT =
      umad("umad_close_port", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle SIZE = umad("umad_size", FunctionDescriptor.of(JAVA_LONG));
  private static final MethodHandle REGISTER =
      umad(
          "umad_register",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_BYTE, ADDRESS),
          ERRNO);
  private static final MethodHandle UNREGISTER =
      umad("umad_unregister", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SEND =
      umad(
          "umad_send",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT),
          ERRNO);
  private static final MethodHandle RECV =
      umad("umad_recv", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));

  private static final MethodHandle STRERROR =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));
  private static final MethodHandle OPEN =
      LINKER.downcallHandle(
          asProgramsSeeIt("open"),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          Linker.Option.firstVariadicArg(2),
          ERRNO);
  private static final MethodHandle CLOSE =
      LINKER.downcallHandle(asProgramsSeeIt("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private UmadFunctions() {}

  static int init() {
    try {
      return (int) INIT.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int casNames(MemorySegment names, int max) {
    try {
      return (int) CAS_NAMES.invokeExact(names, max);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int getCa(MemorySegment name, MemorySegment ca) {
    try {
      return (int) GET_CA.invokeExact(name, ca);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void releaseCa(MemorySegment ca) {
    try {
      int unused = (int) RELEASE_CA.invokeExact(ca);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int issmPath(MemorySegment ca, int port, MemorySegment path, int pathBytes) {
    try {
      return (int) ISSM_PATH.invokeExact(ca, port, path, pathBytes);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int openPort(MemorySegment state, MemorySegment ca, int port) {
    try {
      return (int) OPEN_PORT.invokeExact(state, ca, port);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void closePort(int descriptor) {
    try {
      int unused = (int) CLOSE_PORT.invokeExact(descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Bytes before the MAD; known once a port has been opened. */
  static int headerBytes() {
    try {
      return Math.toIntExact((long) SIZE.invokeExact());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Without RMPP in the kernel: multi-packet answers are made and taken apart above the transports,
   * the same way on every kind of fabric.
   */
  static int register(
      MemorySegment state,
      int descriptor,
      int managementClass,
      int classVersion,
      MemorySegment methods) {
    try {
      byte noRmpp = 0;
      return (int)
          REGISTER.invokeExact(state, descriptor, managementClass, classVersion, noRmpp, methods);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void unregister(int descriptor, int agent) {
    try {
      int unused = (int) UNREGISTER.invokeExact(descriptor, agent);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int send(
      MemorySegment state,
      int descriptor,
      int agent,
      MemorySegment userMad,
      int madBytes,
      int timeoutMs) {
    try {
      int noRetries = 0;
      return (int)
          SEND.invokeExact(state, descriptor, agent, userMad, madBytes, timeoutMs, noRetries);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int receive(int descriptor, MemorySegment userMad, MemorySegment length, int timeoutMs) {
    try {
      return (int) RECV.invokeExact(descriptor, userMad, length, timeoutMs);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int open(MemorySegment state, MemorySegment path, int flags) {
    try {
      return (int) OPEN.invokeExact(state, path, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void close(int descriptor) {
    try {
      int unused = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The system's words for the errno of the call that filled {@code state}. */
  static String error(MemorySegment state) {
    int errno = (int) ERRNO_VALUE.get(state, 0L);
    try {
      MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
      return text.reinterpret(256).getString(0) + " (errno " + errno + ")";
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static MethodHandle umad(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return LINKER.downcallHandle(UMAD.findOrThrow(name), descriptor, options);
  }

  /** The first definition in the whole program: dlsym with RTLD_DEFAULT, which is null. */
  private static MemorySegment asProgramsSeeIt(String name) {
    MethodHandle dlsym =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("dlsym"),
            FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      return (MemorySegment) dlsym.invokeExact(MemorySegment.NULL, arena.allocateFrom(name));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** A downcall throws nothing of its own; what comes is a bug in how it is called. */
  private static IllegalStateException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("call into libibumad failed", e);
  }
}
