package io.dateline.mad.transport;

/**
 * The port a transport is bound to.
 *
 * @param name for messages to people, such as {@code mlx5_0/1}
 * @param nodeGuid GUID of the node
 * @param portGuid GUID of the port
 * @param portNumber its number, 0 on a switch
 */
public record PortIdentity(String name, long nodeGuid, long portGuid, int portNumber) {}
