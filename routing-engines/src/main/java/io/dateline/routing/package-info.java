/**
 * What a routing engine is: a pure function from a fabric and its addresses to tables or a refusal.
 */
package io.dateline.routing;
