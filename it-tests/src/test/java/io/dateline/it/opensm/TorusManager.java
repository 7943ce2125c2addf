package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.format.SlToVlDumpReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Debian's opensm with torus-2QoS, up and answering on an ibsim of its own, and one multicast group
 * of all adapters, which it has from a file as if they had joined before it was started.
 */
final class TorusManager implements AutoCloseable {
  /** Of the group. */
  static final int MLID = 0xC010;

  private static final String GID = "port_gid=0xfe80000000000000:0x";

  private final Path folder;
  private final OpenSmSubnet subnet;

  private TorusManager(Path folder, OpenSmSubnet subnet) {
    this.folder = folder;
    this.subnet = subnet;
  }

  /** Starts one and waits until the subnet is up. */
  static TorusManager start(ComparedTorus torus, Path parent) throws IOException {
    return start(torus, parent, "");
  }

  /**
   * Starts one and waits until the subnet is up.
   *
   * @param settings lines for its file of options
   */
  static TorusManager start(ComparedTorus torus, Path parent, String settings) throws IOException {
    Fabric fabric = torus.fabric();
    Path own = Files.createTempDirectory(parent, "opensm");
    Path conf = Files.writeString(own.resolve("torus-2QoS.conf"), torus.conf());
    Path groups = Files.writeString(own.resolve("groups"), groups(fabric));
    return new TorusManager(
        own,
        OpenSmSubnet.start(
            fabric,
            own,
            settings,
            "-R",
            "torus-2QoS,no_fallback",
            "-Q",
            "--torus_config",
            conf.toString(),
            "-S",
            groups.toString()));
  }

  private static String groups(Fabric fabric) {
    StringBuilder text = new StringBuilder("MC Group 0xc010 : mgid=0xff12401bffff0000:0x0abcdef ");
    text.append(GID).append(Long.toHexString(fabric.portGuid(OpenSmSubnet.adapters(fabric)[0])));
    text.append(" qkey=0xb1b mlid=0xc010 mtu=0x84 tclass=0x0 pkey=0xffff rate=0x83");
    text.append(" pkt_life=0x92 sl_flow_hop=0x0 scope_state=0x21 proxy_join=0x0\n");
    for (int port : OpenSmSubnet.adapters(fabric)) {
      text.append("  mcm_port: ").append(GID).append(Long.toHexString(fabric.portGuid(port)));
      text.append(" scope_state=0x21 proxy_join=0x0\n");
    }
    return text.toString();
  }

  /** It and its fabric. */
  OpenSmSubnet subnet() {
    return subnet;
  }

  SlToVl lanes() throws IOException {
    return SlToVlDumpReader.read(folder.resolve("opensm-sl2vl.dump"), subnet.fabric()).slToVl();
  }

  /** The ports of the group at each switch, as it dumps them. */
  String multicastTables() throws IOException {
    return Files.readString(folder.resolve("opensm.mcfdbs"));
  }

  @Override
  public void close() {
    subnet.close();
  }
}
