package io.dateline.routing;

/**
 * A port of a node as OpenSM's files name it.
 *
 * @param nodeGuid of the switch
 * @param number of the port
 */
public record GuidPort(long nodeGuid, int number) {}
