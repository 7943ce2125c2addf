/** What all commands have in common: what they read, print and end with. */
package io.dateline.sm.cli.console;
