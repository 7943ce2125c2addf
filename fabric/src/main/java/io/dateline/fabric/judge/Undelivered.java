package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;

/**
 * A pair whose packets do not arrive.
 *
 * @param sourcePort the end port that sends
 * @param destinationLid the LID it sends to
 * @param fault why
 * @param node where it ends: the node that drops or misdelivers the packet; for a loop the first
 *     switch it comes to twice
 * @param portNumber the port that node would leave by; {@link ForwardingTables#NO_PORT} for {@link
 *     Fault#NO_ENTRY}
 */
public record Undelivered(
    int sourcePort, int destinationLid, Fault fault, int node, int portNumber) {

  /** A sentence that names source, destination, place and reason. */
  public String describe(Fabric fabric) {
    String place = Labels.node(fabric, node);
    return Labels.port(fabric, sourcePort)
        + " to LID "
        + destinationLid
        + " stops at "
        + place
        + (fault == Fault.NO_ENTRY ? "" : " port " + portNumber)
        + ": "
        + fault.text();
  }
}
