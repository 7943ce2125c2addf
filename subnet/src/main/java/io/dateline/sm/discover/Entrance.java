package io.dateline.sm.discover;

import io.dateline.mad.DirectedRoute;

/**
 * The way to an end port by which it answered, and the M_Key it answered to. What belongs to a port
 * and not to its node (GUIDs, P_Keys) is read by the entrance of that port.
 */
record Entrance(DirectedRoute route, long mKey) {}
