/** OpenSM's fat-tree engine: trees routed so that shift patterns meet no contention. */
package io.dateline.routing.ftree;
