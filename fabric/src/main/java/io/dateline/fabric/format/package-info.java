/** Text files: topologies as ibnetdiscover prints them, and OpenSM's dumps and lists of GUIDs. */
package io.dateline.fabric.format;
