package io.dateline.mad.transport.umad;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.TransportUnavailableException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * libibumad of rdma-core, through java.lang.foreign. Structures are those of {@code
 * <infiniband/umad.h>} on 64-bit Linux:
 *
 * <pre>
 * umad_ca   (208 bytes): 0 name[20] | 20 node type | 24 number of ports | 112 be node GUID
 *                        128 pointers to ports 0 to 9, null where there is none
 * umad_port (112 bytes): 0 ca name[20] | 20 number | 40 state | 44 physical state
 *                        64 be port GUID | 88 link layer[20]
 * </pre>
 */
@SuppressWarnings("restricted") // reads the library's structures behind pointers it returns
final class LibUmad implements Umad {
  private static final int CA_NAME_BYTES = 20;
  private static final int CAS_MAX = 32;
  private static final int CA_BYTES = 208;
  private static final int CA_NODE_GUID = 112;
  private static final int CA_PORTS = 128;
  private static final int CA_PORTS_MAX = 10;
  private static final int PORT_BYTES = 112;
  private static final int PORT_NUMBER = 20;
  private static final int PORT_STATE = 40;
  private static final int PORT_PHYSICAL_STATE = 44;
  private static final int PORT_GUID = 64;
  private static final int PORT_LINK_LAYER = 88;
  private static final int PATH_BYTES = 256;

  /** Values of errno. */
  private static final int WOULD_BLOCK = 11;

  private static final int TIMED_OUT = 110;

  private LibUmad() {}

  /**
   * Loads the library.
   *
   * @throws TransportUnavailableException if it is not there, or native calls are not allowed
   */
  static Umad load() {
    try {
      // Asked here, and not only where the functions are bound, so that its absence has a name.
      SymbolLookup.libraryLookup(UmadFunctions.LIBRARY, Arena.global());
    } catch (IllegalArgumentException e) {
      throw new TransportUnavailableException(
          UmadFunctions.LIBRARY
              + " is not on this host: install rdma-core's libibumad (Debian: libibumad3), or attach to a simulated fabric with sim://HOST:PORT",
          e);
    } catch (IllegalCallerException e) {
      throw new TransportUnavailableException(
          "native calls are forbidden: start java with --enable-native-access=ALL-UNNAMED", e);
    }
    if (UmadFunctions.init() < 0) {
      throw new TransportUnavailableException(
          "libibumad finds no MAD devices it understands below /sys/class/infiniband_mad: are the kernel's InfiniBand modules loaded (ib_umad)?");
    }
    return new LibUmad();
  }

  @Override
  public List<UmadPort> ports() {
    List<UmadPort> ports = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment names = arena.allocate((long) CAS_MAX * CA_NAME_BYTES);
      int count = UmadFunctions.casNames(names, CAS_MAX);
      for (int ca = 0; ca < count; ca++) {
        addPorts(names.asSlice((long) ca * CA_NAME_BYTES, CA_NAME_BYTES), ports, arena);
      }
    }
    return ports;
  }

  @Override
  public UmadHandle open(UmadPort port) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(port.ca());
      MemorySegment state = arena.allocate(UmadFunctions.CALL_STATE);
      int descriptor = UmadFunctions.openPort(state, name, port.number());
      if (descriptor < 0) {
        throw new TransportUnavailableException(
            "cannot open port %s: %s. This needs read and write access to /dev/infiniband/umad* (root, or a udev rule)"
                .formatted(port.name(), UmadFunctions.error(state)));
      }
      MemorySegment path = arena.allocate(PATH_BYTES);
      boolean hasPath = UmadFunctions.issmPath(name, port.number(), path, PATH_BYTES) == 0;
      return new LibUmadHandle(
          port, descriptor, UmadFunctions.headerBytes(), hasPath ? path.getString(0) : "");
    }
  }

  private static void addPorts(MemorySegment name, List<UmadPort> ports, Arena arena) {
    MemorySegment ca = arena.allocate(CA_BYTES, Long.BYTES);
    if (UmadFunctions.getCa(name, ca) < 0) {
      return; // gone since it was listed
    }
    try {
      long nodeGuid = bigEndian(ca.get(JAVA_LONG, CA_NODE_GUID));
      for (int number = 0; number < CA_PORTS_MAX; number++) {
        MemorySegment pointer = ca.get(ADDRESS, CA_PORTS + number * ADDRESS.byteSize());
        if (pointer.address() != 0) {
          MemorySegment port = pointer.reinterpret(PORT_BYTES);
          ports.add(
              new UmadPort(
                  name.getString(0),
                  port.get(JAVA_INT, PORT_NUMBER),
                  nodeGuid,
                  bigEndian(port.get(JAVA_LONG, PORT_GUID)),
                  port.get(JAVA_INT, PORT_STATE),
                  port.get(JAVA_INT, PORT_PHYSICAL_STATE),
                  port.asSlice(PORT_LINK_LAYER, CA_NAME_BYTES).getString(0)));
        }
      }
    } finally {
      UmadFunctions.releaseCa(ca);
    }
  }

  private static long bigEndian(long value) {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? value : Long.reverseBytes(value);
  }

  /**
   * The send buffer is shared and guarded by its lock: the kernel takes a MAD with one write, which
   * is safe beside a read of the same descriptor. The receive buffer belongs to the one thread that
   * receives; both live as long as the handle.
   */
  private static final class LibUmadHandle implements UmadHandle {
    private final UmadPort port;
    private final int descriptor;
    private final int headerBytes;
    private final String issmPath; // empty: unknown
    private final Arena arena = Arena.ofShared();
    private final List<Integer> agents = new ArrayList<>();
    private final MemorySegment outgoing = arena.allocate(UserMad.BYTES_MAX, Long.BYTES);
    private final MemorySegment outgoingState = arena.allocate(UmadFunctions.CALL_STATE);
    private final MemorySegment incoming = arena.allocate(UserMad.BYTES_MAX, Long.BYTES);
    private final MemorySegment incomingLength = arena.allocate(JAVA_INT);
    private int issmDescriptor = -1;
    private boolean closed; // written under both locks, that of this and that of outgoing

    LibUmadHandle(UmadPort port, int descriptor, int headerBytes, String issmPath) {
      this.port = port;
      this.descriptor = descriptor;
      this.headerBytes = headerBytes;
      this.issmPath = issmPath;
    }

    @Override
    public int headerBytes() {
      return headerBytes;
    }

    @Override
    public int register(int managementClass, int classVersion, long[] methods) {
      try (Arena scratch = Arena.ofConfined()) {
        MemorySegment mask = scratch.allocateFrom(JAVA_LONG, methods);
        MemorySegment state = scratch.allocate(UmadFunctions.CALL_STATE);
        int agent = UmadFunctions.register(state, descriptor, managementClass, classVersion, mask);
        if (agent < 0) {
          throw new TransportUnavailableException(
              "cannot register for management class 0x%02x on %s: %s. Does another subnet manager run on this port?"
                  .formatted(managementClass, port.name(), UmadFunctions.error(state)));
        }
        agents.add(agent);
        return agent;
      }
    }

    @Override
    public boolean send(int agent, byte[] userMad, int timeoutMs) {
      synchronized (outgoing) {
        if (closed) {
          return false;
        }
        MemorySegment.copy(userMad, 0, outgoing, JAVA_BYTE, 0, userMad.length);
        int length = userMad.length - headerBytes;
        return UmadFunctions.send(outgoingState, descriptor, agent, outgoing, length, timeoutMs)
            == 0;
      }
    }

    @Override
    public int receive(byte[] userMad, int timeoutMs) {
      incomingLength.set(JAVA_INT, 0, Mad.BYTES);
      int result = UmadFunctions.receive(descriptor, incoming, incomingLength, timeoutMs);
      if (result < 0) {
        return result == -TIMED_OUT || result == -WOULD_BLOCK ? NOTHING : FAILED;
      }
      int length = headerBytes + incomingLength.get(JAVA_INT, 0);
      if (length < headerBytes || length > UserMad.BYTES_MAX) {
        return 0;
      }
      MemorySegment.copy(incoming, JAVA_BYTE, 0, userMad, 0, length);
      return length;
    }

    @Override
    public synchronized void setSubnetManager(boolean isSm) {
      if (!isSm) {
        closeIssm();
      } else if (issmDescriptor < 0 && !closed) {
        issmDescriptor = openIssm();
      }
    }

    @Override
    public synchronized void close() {
      closeIssm();
      synchronized (outgoing) {
        closed = true;
        for (int agent : agents) {
          UmadFunctions.unregister(descriptor, agent);
        }
        UmadFunctions.closePort(descriptor);
        arena.close();
      }
    }

    private int openIssm() {
      try (Arena scratch = Arena.ofConfined()) {
        MemorySegment state = scratch.allocate(UmadFunctions.CALL_STATE);
        int opened =
            UmadFunctions.open(state, scratch.allocateFrom(issmPath), UmadFunctions.O_NONBLOCK);
        if (opened < 0) {
          throw new TransportUnavailableException(
              "cannot open '%s' to set the IsSM bit of %s: %s"
                  .formatted(issmPath, port.name(), UmadFunctions.error(state)));
        }
        return opened;
      }
    }

    private void closeIssm() {
      if (issmDescriptor >= 0) {
        UmadFunctions.close(issmDescriptor);
        issmDescriptor = -1;
      }
    }
  }
}
