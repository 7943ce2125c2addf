/** Faults inside a node, told to its process by a test. */
package io.dateline.it.fault;
