/** The command line. */
package io.dateline.sm.cli;
