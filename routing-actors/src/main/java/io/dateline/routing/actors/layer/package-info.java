/** The layer assigner: which virtual layers a routing has, and whether they are free of cycles. */
package io.dateline.routing.actors.layer;
