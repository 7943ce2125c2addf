/** The fabric that engines are asked about, as the journal has it. */
package io.dateline.sm.graph;
