/** Work over an index range that is cut into slices for several threads, with results in order. */
package io.dateline.fabric.parallel;
