/** How ports, and multicast tables, are told of alias GUIDs. */
package io.dateline.sm.alias;
