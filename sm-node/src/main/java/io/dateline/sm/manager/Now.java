package io.dateline.sm.manager;

/**
 * A moment.
 *
 * @param nanos on a clock that only goes forward, from any begin
 * @param millis since 1970, as the host has it
 */
public record Now(long nanos, long millis) {}
