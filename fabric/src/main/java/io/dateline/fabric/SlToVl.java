package io.dateline.fabric;

/**
 * SL to VL mapping (IBA Vol 1, 14.2.5.8): the virtual lane a packet takes on an output port, by
 * input port and SL.
 */
@FunctionalInterface
public interface SlToVl {
  /** The lane whose packets are dropped. */
  int DROP = 15;

  /** Every SL on the lane of its own number; lane 15 drops. */
  SlToVl IDENTITY =
      new SlToVl() {
        @Override
        public int vl(int node, int inputNumber, int outputNumber, int sl) {
          return sl;
        }

        @Override
        public boolean areEndPortsAlike() {
          return true;
        }
      };

  /**
   * Whether packets of end ports at a switch, its own among them, are on the same lanes there;
   * where SLs have kinds of sources, those of one kind.
   */
  default boolean areEndPortsAlike() {
    return false;
  }

  /**
   * The VL (0..14, or {@link #DROP}) used on output port {@code outputNumber} of {@code node} by
   * packets of {@code sl} that came in by {@code inputNumber} (0: from the node itself).
   */
  int vl(int node, int inputNumber, int outputNumber, int sl);
}
