package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;

/** OpenSM's list of the switches in a torus: a line each, by place, x fastest. */
final class TorusDump {
  static final String FILE = "opensm-torus.dump";

  private TorusDump() {}

  static String of(Torus torus) {
    StringBuilder text = new StringBuilder();
    for (int place = 0; place < torus.shape().places(); place++) {
      int node = torus.switchAt(place);
      if (node != Fabric.NONE) {
        text.append("switch ").append(torus.shape().coordinate(place, 0));
        text.append(',').append(torus.shape().coordinate(place, 1));
        text.append(',').append(torus.shape().coordinate(place, 2));
        text.append(" GUID 0x").append(guid(torus.fabric().nodeGuid(node)));
        text.append(" (").append(torus.fabric().description(node)).append(")\n");
      }
    }
    return text.toString();
  }

  /** At least four digits, as {@code %04x} has them. */
  private static String guid(long guid) {
    String digits = Long.toHexString(guid);
    return "0".repeat(Math.max(0, 4 - digits.length())) + digits;
  }
}
