package io.dateline.routing;

import java.util.List;

/**
 * Other nodes that may route steps of a chain for this one, for one request. What they make is what
 * this node would make: engines give the same bytes everywhere. Any thread may ask.
 */
public interface StepPlaces {
  /** All steps are routed here. */
  StepPlaces NONE =
      new StepPlaces() {
        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public String requestDigest() {
          throw new IllegalStateException("there is no node that was asked");
        }

        @Override
        public Asked ask(String name, long step) {
          throw new IllegalArgumentException("there is no node " + name);
        }

        @Override
        public void used(String name, long step) {}
      };

  /** A step that another node was asked for. */
  interface Asked {
    /**
     * Waits for the bytes that {@code ChainEngine.routeStep} returns there. Called once: what has
     * not come by then is not wanted any more.
     *
     * @param patienceNs how long, in nanoseconds; at once where it is not above 0
     * @throws NotRoutedException if they did not come
     */
    byte[] await(long patienceNs) throws NotRoutedException;
  }

  /** Why another node has not routed a step: a sentence about "it", the node. */
  final class NotRoutedException extends Exception {
    private static final long serialVersionUID = 1;

    public NotRoutedException(String sentence) {
      super(sentence);
    }
  }

  /** What the nodes are called, in an order that means nothing; empty where there are none. */
  List<String> names();

  /** {@link RequestDigest} of the request, which each question has; of one that was asked. */
  String requestDigest();

  /**
   * Has one of the nodes route a step, or what stands in for it. Returns at once.
   *
   * @param step its id
   */
  Asked ask(String name, long step);

  /** What a node has made of a step is as it should be, and is taken. */
  void used(String name, long step);
}
