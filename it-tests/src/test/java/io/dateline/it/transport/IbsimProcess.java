package io.dateline.it.transport;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Debian's ibsim in remote mode on a fabric of two switches with a host each. */
final class IbsimProcess implements AutoCloseable {
  static final String HOST_A = "H-0000000000000100";
  static final String HOST_A_GUID = "0x0000000000000100";
  static final String SWITCH_A = "S-0000000000000200";
  static final String SWITCH_A_GUID = "0x0000000000000200";
  static final String SWITCH_B_GUID = "0x0000000000000201";

  /** The port of switch A that host A is at. */
  static final int HOST_A_AT = 3;

  private static final int CLIENTS = 10;

  private static final String TOPOLOGY =
      """
      switchguid=0x200(200)
      Switch 4 "S-0000000000000200" # "A" base port 0 lid 0 lmc 0
      [1] "S-0000000000000201"[2] # "B" lid 0 4xEDR
      [3] "H-0000000000000100"[1](101) # "host a" lid 0 4xEDR

      switchguid=0x201(201)
      Switch 4 "S-0000000000000201" # "B" base port 0 lid 0 lmc 0
      [2] "S-0000000000000200"[1] # "A" lid 0 4xEDR
      [3] "H-0000000000000110"[1](111) # "host b" lid 0 4xEDR

      caguid=0x100
      Ca 1 "H-0000000000000100" # "host a"
      [1](101) "S-0000000000000200"[3] # lid 0 lmc 0 "A" lid 0 4xEDR

      caguid=0x110
      Ca 1 "H-0000000000000110" # "host b"
      [1](111) "S-0000000000000201"[3] # lid 0 lmc 0 "B" lid 0 4xEDR
      """;

  private final Process process;
  private final int port;

  private IbsimProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Skips the test where a program is not installed; in CI it fails. */
  static void need(String... programs) {
    for (String program : programs) {
      boolean installed =
          Stream.of("/usr/bin", "/usr/sbin")
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
      if (!installed && "true".equals(System.getenv("CI"))) {
        fail(program + " is not installed");
      } else if (!installed) {
        abort(program + " is not installed");
      }
    }
  }

  static IbsimProcess start(Path folder) throws IOException {
    int port = freePorts();
    Path topology = Files.writeString(folder.resolve("fabric.ib"), TOPOLOGY);
    Path log = folder.resolve("ibsim.log");
    Process process =
        new ProcessBuilder("ibsim", "-r", "-l", "" + port, "-s", "-n", topology.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    IbsimProcess ibsim = new IbsimProcess(process, port);
    try {
      Awaitility.await("ibsim to be ready")
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> Files.readString(log).contains("Network simulator ready"));
      return ibsim;
    } catch (RuntimeException e) {
      ibsim.close();
      throw new IllegalStateException("ibsim: " + Files.readString(log), e);
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** The first of a row of ports that are free: control, then one for each client. */
  private static int freePorts() {
    for (int attempt = 0; attempt < 100; attempt++) {
      int first = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      if (Stream.iterate(first, port -> port + 1)
          .limit(1 + CLIENTS)
          .allMatch(IbsimProcess::isFree)) {
        return first;
      }
    }
    throw new IllegalStateException("no free UDP ports in a row");
  }

  private static boolean isFree(int port) {
    try (DatagramSocket socket = new DatagramSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
