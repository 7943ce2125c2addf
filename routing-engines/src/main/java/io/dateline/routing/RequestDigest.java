package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidsId;
import io.dateline.fabric.Sha256;
import io.dateline.fabric.TableDigest;
import io.dateline.fabric.TopologyId;
import java.nio.charset.StandardCharsets;

/** A name that tells any two requests apart that a routing may depend on. */
public final class RequestDigest {
  private RequestDigest() {}

  /**
   * SHA-256, in hex, of the topology's and the LIDs' ids; of each node its system image GUID, the
   * data VLs of its ports and its description; of the digests of options and memory; and of that of
   * the tables, if there are any.
   */
  public static String of(RoutingRequest request) {
    Fabric fabric = request.fabric();
    Sha256 digest = new Sha256().add(TopologyId.of(fabric), LidsId.of(request.lids()));
    for (int node = 0; node < fabric.nodeCount(); node++) {
      digest.add(fabric.systemImageGuid(node));
      for (int number = 0; number <= fabric.externalPortCount(node); number++) {
        digest.add(fabric.dataVls(fabric.port(node, number)));
      }
      addText(fabric.description(node), digest);
    }
    addText(OptionsDigest.of(request.options()), digest);
    addText(request.memory().digest(), digest);
    ForwardingTables before = request.previous();
    addText(before == null ? "" : TableDigest.of(before), digest);
    return digest.hex();
  }

  private static void addText(String text, Sha256 digest) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.add(bytes.length).add(bytes);
  }
}
