/** One SM node: its port, its actor system, and what ties them together. */
package io.dateline.sm.node;
