package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.routing.ChainOptions;

/**
 * What one step has made of its part.
 *
 * @param fabric the part
 * @param routing before other steps had their turn
 */
public record StepRouting(ChainOptions.Step step, Fabric fabric, LidMap lids, Routing routing) {
  static StepRouting of(Stage stage) {
    return new StepRouting(
        stage.step(), stage.part().fabric(), stage.part().lids(), stage.routing());
  }
}
