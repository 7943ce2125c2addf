package io.dateline.sm.sa;

/**
 * An end port that a query names.
 *
 * @param port of the fabric
 * @param guid by which it was named, the port's own or an alias
 */
record NamedPort(int port, long guid) {}
