/** The product as a whole: real processes, simulated fabrics, the field's own tools. */
package io.dateline.it;
