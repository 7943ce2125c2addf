package io.dateline.routing.nue;

/**
 * What it took to route a lane.
 *
 * @param paths of switches to LIDs that were looked for
 * @param escapes of these, those that had to be the path on the escape tree
 */
record LaneWork(long paths, long escapes) {
  static final LaneWork NONE = new LaneWork(0, 0);

  LaneWork plus(LaneWork other) {
    return new LaneWork(paths + other.paths, escapes + other.escapes);
  }
}
