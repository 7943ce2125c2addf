/**
 * Nodes bring fabrics up, over ibsim, libibumad and the simulator, and follow what changes there.
 * The largest and the oddest fabrics are among them.
 */
package io.dateline.it.fabric;
