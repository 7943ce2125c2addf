/** A simulated fabric, alone or with nodes, each in a process of its own. */
package io.dateline.sm.cli.demo;
