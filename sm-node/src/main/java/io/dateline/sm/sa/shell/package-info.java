/** Subnet administration as an actor: packets that wait for it, threads, timers, and the wire. */
package io.dateline.sm.sa.shell;
