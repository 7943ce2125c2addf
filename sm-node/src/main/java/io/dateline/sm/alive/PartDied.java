package io.dateline.sm.alive;

import akka.actor.CoordinatedShutdown;

/**
 * Why a node ends that cannot do its work: a part of it is dead. Started again it is as good as
 * new.
 *
 * @param sentence which one, and how that was seen
 */
public record PartDied(String sentence) implements CoordinatedShutdown.Reason {}
