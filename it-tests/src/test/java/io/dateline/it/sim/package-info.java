/** The simulated fabric as the field's own tools see it. */
package io.dateline.it.sim;
