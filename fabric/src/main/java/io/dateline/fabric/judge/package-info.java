/**
 * Judges a routing from its tables alone: who reaches whom, over how many hops and how crowded
 * channels, and whether buffers can wait for each other in a circle.
 */
package io.dateline.fabric.judge;
