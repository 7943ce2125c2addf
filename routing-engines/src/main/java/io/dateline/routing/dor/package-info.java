/** Dimension order routing: of the shortest ways the one that leaves by the first port. */
package io.dateline.routing.dor;
