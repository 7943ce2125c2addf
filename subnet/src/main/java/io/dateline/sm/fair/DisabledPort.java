package io.dateline.sm.fair;

/**
 * A port that was disabled because it babbled.
 *
 * @param portGuid of the host's port
 * @param switchGuid of the switch that it is at
 * @param switchPort number of the port there, which is the one that is disabled
 */
public record DisabledPort(long portGuid, long switchGuid, int switchPort) {}
