package io.dateline.sm.qos;

/**
 * An end port by its node's description: {@code vs1 HCA-1/P1}. Of a switch any number means port 0,
 * as all ports of it have one GUID.
 *
 * @param description of the node, letter by letter
 * @param number of the port, from 1 on
 */
public record PortName(String description, int number) {}
