/** The engine chain: parts of a fabric, each routed by an engine of its own. */
package io.dateline.routing.chain;
