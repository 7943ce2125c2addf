package io.dateline.fabric.format;

import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;

/**
 * One end of a cable, as it stands in a topology file:
 *
 * <pre>
 * [7]            "H-0000000001000000"[1](1000001)   # "host" lid 2 4xQDR
 * [1](1000001)   "S-0000000000200000"[7]            # lid 2 lmc 0 "switch" lid 1 4xQDR
 * </pre>
 */
final class PortLine {
  int line;
  int number;
  long guid; // 0 where the line does not say
  int lid; // what the line says of its own end, else 0
  int lmc;
  String peerId;
  int peerNumber;
  long peerGuid; // 0 where the line does not say
  int peerLid; // 0 where the line does not say
  LinkWidth width; // null where the line does not say
  LinkSpeed speed; // null where the line does not say
}
