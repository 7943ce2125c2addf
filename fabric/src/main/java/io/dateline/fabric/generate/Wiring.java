package io.dateline.fabric.generate;

/**
 * Which switch port every cable of a plan ends at.
 *
 * @param ends four ints a cable between switches: switch, port number, switch, port number
 * @param hostSwitches by host
 * @param hostPorts by host: the port number at its switch
 */
record Wiring(int[] ends, int[] hostSwitches, int[] hostPorts) {}
