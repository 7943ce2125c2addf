package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Sha256;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.TreeFrame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * What engines want to be told again at their next routing, whichever node is the master then. It
 * is a fact of the subnet, kept for as long as the subnet is.
 *
 * @param torus where torus-2QoS has placed switches; empty until it has routed
 * @param layers of the paths that engines with layers have routed
 * @param tree where ftree, updn and dnup have found switches
 * @param chain what engines of the steps of a chain want to be told again
 */
public record EngineMemory(
    Optional<TorusFrame> torus, LayerMemory layers, TreeFrame tree, ChainMemory chain) {
  /** Nothing was ever routed. */
  public static final EngineMemory NONE =
      new EngineMemory(Optional.empty(), LayerMemory.EMPTY, TreeFrame.EMPTY, ChainMemory.EMPTY);

  public EngineMemory {
    Objects.requireNonNull(torus);
    Objects.requireNonNull(layers);
    Objects.requireNonNull(tree);
    Objects.requireNonNull(chain);
  }

  /** This with another torus. */
  public EngineMemory with(Optional<TorusFrame> other) {
    return new EngineMemory(other, layers, tree, chain);
  }

  /** This with other layers. */
  public EngineMemory with(LayerMemory other) {
    return new EngineMemory(torus, other, tree, chain);
  }

  /** This with another tree. */
  public EngineMemory with(TreeFrame other) {
    return new EngineMemory(torus, layers, other, chain);
  }

  /** This with another chain. */
  public EngineMemory with(ChainMemory other) {
    return new EngineMemory(torus, layers, tree, other);
  }

  /**
   * What of it a routing of a fabric depends on: of the torus and the tree only switches that are
   * there.
   */
  public EngineMemory of(Fabric fabric) {
    LongPredicate isThere = guid -> fabric.nodeByGuid(guid) != Fabric.NONE;
    return new EngineMemory(
        torus.map(frame -> frame.of(isThere)), layers, tree.of(isThere), chain.of(fabric));
  }

  /**
   * A name that tells any two memories apart: SHA-256 in hex of each dimension's radix and whether
   * it is looped (32 bits each, big endian), then of every switch by GUID its GUID (64 bits) and
   * place (32 bits); of layers, their bytes without compression behind that. Empty where nothing is
   * remembered. A tree and a chain come last, each behind a word, and add nothing where none is
   * remembered: older builds know of none, and have to come to the same name.
   */
  public String digest() {
    if (torus.isEmpty() && layers.isEmpty() && tree.isEmpty() && chain.isEmpty()) {
      return "";
    }
    Sha256 digest = new Sha256();
    torus.ifPresent(frame -> digest.add(facts(frame)));
    if (!layers.isEmpty()) {
      layers.digestInto(digest);
    }
    if (!tree.isEmpty()) {
      digest.add(facts(tree));
    }
    if (!chain.isEmpty()) {
      chain.digestInto(digest);
    }
    return digest.hex();
  }

  private static byte[] facts(TorusFrame frame) {
    long[] guids = frame.nodeGuids();
    ByteBuffer facts =
        ByteBuffer.allocate(
            2 * Integer.BYTES * TorusShape.DIMENSIONS
                + guids.length * (Long.BYTES + Integer.BYTES));
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      facts.putInt(frame.shape().radix(dimension));
      facts.putInt(frame.shape().isLooped(dimension) ? 1 : 0);
    }
    for (long guid : guids) {
      facts.putLong(guid).putInt(frame.place(guid));
    }
    return facts.array();
  }

  /** By GUID each switch with a level and the level, then the roots. */
  private static byte[] facts(TreeFrame tree) {
    long[] guids = tree.levelGuids();
    long[] roots = tree.rootGuids();
    byte[] word = "tree".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer facts =
        ByteBuffer.allocate(
            word.length
                + 2 * Integer.BYTES
                + guids.length * (Long.BYTES + Integer.BYTES)
                + roots.length * Long.BYTES);
    facts.put(word).putInt(guids.length).putInt(roots.length);
    for (long guid : guids) {
      facts.putLong(guid).putInt(tree.level(guid));
    }
    for (long root : roots) {
      facts.putLong(root);
    }
    return facts.array();
  }
}
