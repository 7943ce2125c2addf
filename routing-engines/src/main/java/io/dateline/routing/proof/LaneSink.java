package io.dateline.routing.proof;

/** Takes down which lanes packets use. Channels are numbered as in the walk's. */
interface LaneSink {
  /** Packets take a lane. */
  void use(int channel, int vl);

  /** Packets take a lane right after another. */
  void follow(int before, int vlBefore, int after, int vlAfter);
}
