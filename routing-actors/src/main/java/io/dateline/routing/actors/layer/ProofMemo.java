package io.dateline.routing.actors.layer;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.routing.proof.LayerProof;
import io.dateline.routing.proof.StandingProof;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The proof that was made last on a node, of whichever topology: the next one goes on from it, for
 * a topology with one cable less is another one. Any thread may use it.
 */
public final class ProofMemo {
  private final AtomicReference<StandingProof> last = new AtomicReference<>();

  LayerProof prove(Fabric fabric, LidMap lids, Routing routing) {
    int threads = Runtime.getRuntime().availableProcessors();
    StandingProof before = last.get();
    StandingProof proof =
        before == null
            ? StandingProof.of(fabric, lids, routing, threads)
            : before.after(fabric, lids, routing, threads);
    last.set(proof);
    return proof.proof();
  }
}
