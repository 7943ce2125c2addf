package io.dateline.routing.actors.programmer;

import io.dateline.fabric.Guid;
import io.dateline.routing.actors.entity.Refusal;
import java.util.Optional;

/** Tasks of programmers that were dropped on the way: no programmer has them, so none writes. */
record DroppedTasks(LftProgrammer.Setup setup) implements Refusal<LftProgrammer.Command> {
  @Override
  public boolean refuse(String entityId, LftProgrammer.Command command) {
    if (!(command instanceof LftProgrammer.Task task)) {
      return false;
    }
    Optional<String> objection =
        setup.turns().objection(Guid.parseHex(entityId), task.work().kind(), task.turn());
    objection.ifPresent(why -> LftProgrammer.refuse(task, why));
    return objection.isPresent();
  }

  @Override
  public void giveUp(LftProgrammer.Command command) {
    if (command instanceof LftProgrammer.Task task) {
      LftProgrammer.refuse(task, "it was dropped on the way each time");
    }
  }
}
