/**
 * The product as a whole: real processes, simulated fabrics, the field's own tools. There is a
 * package for each subject; what subjects share is in {@code kit} and {@code bench}, and no subject
 * needs another one.
 */
package io.dateline.it;
