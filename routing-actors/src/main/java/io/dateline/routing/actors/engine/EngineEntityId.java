package io.dateline.routing.actors.engine;

import io.dateline.fabric.Guid;

/**
 * Names a routing engine entity: {@code <engine>@<topology id, 16 hex digits>}.
 *
 * @param engine OpenSM's name of the engine
 */
public record EngineEntityId(String engine, long topologyId) {
  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static EngineEntityId parse(String text) {
    int at = text.lastIndexOf('@');
    if (at < 1 || text.length() - at != 17) {
      throw new IllegalArgumentException("not ENGINE@TOPOLOGY: " + text);
    }
    return new EngineEntityId(text.substring(0, at), Guid.parseHex(text.substring(at + 1)));
  }

  @Override
  public String toString() {
    return engine + "@" + Guid.hex16(topologyId);
  }
}
