/** Whether what lives on a node works: the watchdog, its book, and what it tells systemd. */
package io.dateline.sm.alive;
