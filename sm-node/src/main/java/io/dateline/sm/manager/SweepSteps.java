package io.dateline.sm.manager;

import io.dateline.sm.state.SubnetState;
import java.util.Optional;

/** What follows the end of each step of a sweep: the order of a sweep, read from top to bottom. */
final class SweepSteps {
  private final HeavySweeps heavySweeps;
  private final OtherManagers others;
  private final Succession succession;

  SweepSteps(HeavySweeps heavySweeps, OtherManagers others, Succession succession) {
    this.heavySweeps = heavySweeps;
    this.others = others;
    this.succession = succession;
  }

  Decision next(SubnetState state, StepEnded ended) {
    switch (ended) {
      case StepEnded.StepFailed failed -> heavySweeps.fail(state, failed.reason());
      case StepEnded.Repointed repointed -> succession.repointed(state, repointed);
      case StepEnded.Found found -> heavySweeps.found(state, found.found());
      case StepEnded.Surveyed surveyed -> {
        return others.surveyed(state, surveyed.survey());
      }
      case StepEnded.Released released -> others.released(state, released);
      case StepEnded.HandoverAnswered answered -> {
        return others.handoverAnswered(state, answered.accepted());
      }
      case StepEnded.SetsDone done -> {
        return heavySweeps.setsDone(state, done.result());
      }
      case StepEnded.KeysTold told -> heavySweeps.keysTold(state, told);
      case StepEnded.GuidsTold told -> heavySweeps.guidsTold(state, told);
      case StepEnded.Recalled recalled -> heavySweeps.recalled(state, recalled);
      case StepEnded.CacheLooked looked ->
          failIf(state, heavySweeps.routing().looked(state, looked));
      case StepEnded.EngineReplied replied -> {
        return heavySweeps.engineReplied(state, replied);
      }
      case StepEnded.EngineSilent silent -> failIf(state, heavySweeps.routing().silent(silent));
      case StepEnded.Judged judged -> {
        return heavySweeps.judged(state, judged.check());
      }
      case StepEnded.CandidateTried tried -> heavySweeps.routing().tried(tried);
      case StepEnded.CandidatesLate late -> heavySweeps.routing().candidatesLate();
      case StepEnded.TablesWitnessed witnessed -> {
        return heavySweeps.witnessed(state, heavySweeps.routing().isWitnessed(witnessed));
      }
      case StepEnded.WitnessesLate late -> {
        return heavySweeps.witnessed(state, heavySweeps.routing().areWitnessesLate());
      }
      case StepEnded.Compared compared -> {
        return heavySweeps.compared(state);
      }
      case StepEnded.LayersTold told -> {
        return heavySweeps.layersTold(state, told.reply());
      }
      case StepEnded.ProgrammerReplied replied -> heavySweeps.programmed(state, replied);
    }
    return Decision.NONE;
  }

  /** Where there is a reason why it has no routing. */
  private void failIf(SubnetState state, Optional<String> reason) {
    reason.ifPresent(why -> heavySweeps.fail(state, why));
  }
}
