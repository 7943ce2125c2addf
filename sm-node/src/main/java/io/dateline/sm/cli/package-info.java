/** The program: all commands, and those that are a node's. */
package io.dateline.sm.cli;
