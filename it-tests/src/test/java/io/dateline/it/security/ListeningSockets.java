package io.dateline.it.security;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where a process and those that it started listen for TCP connections, as Linux tells. */
final class ListeningSockets {
  private static final String LISTEN = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private ListeningSockets() {}

  static List<InetSocketAddress> of(Process process) throws IOException {
    List<InetSocketAddress> found = new ArrayList<>();
    for (ProcessHandle one :
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList()) {
      Path files = Path.of("/proc", Long.toString(one.pid()));
      Set<String> own = sockets(files.resolve("fd"));
      for (String protocol : List.of("tcp", "tcp6")) {
        for (String line : Files.readAllLines(files.resolve("net").resolve(protocol))) {
          String[] words = line.strip().split("\\s+", -1);
          if (words[STATE].equals(LISTEN) && own.contains("socket:[" + words[INODE] + "]")) {
            found.add(address(words[LOCAL_ADDRESS]));
          }
        }
      }
    }
    return found;
  }

  private static Set<String> sockets(Path descriptors) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
      for (Path descriptor : all) {
        try {
          sockets.add(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
          // It was closed meanwhile.
        }
      }
    }
    return sockets;
  }

  /** Words of 32 bits in the order of the machine's bytes, and the port. */
  private static InetSocketAddress address(String text) throws UnknownHostException {
    String[] parts = text.split(":", -1);
    ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0]));
    ByteBuffer bytes = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
    while (words.hasRemaining()) {
      bytes.putInt(words.getInt());
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(bytes.array()), Integer.parseInt(parts[1], 16));
  }
}
