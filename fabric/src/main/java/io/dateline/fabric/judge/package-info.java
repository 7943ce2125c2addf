/**
 * Judges a routing from its tables alone: which port reaches which, over how many hops and how
 * crowded channels, and whether buffers can wait for each other in a circle.
 */
package io.dateline.fabric.judge;
