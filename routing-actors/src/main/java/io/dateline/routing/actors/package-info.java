/** What routing actors say to each other and to the subnet manager across nodes, as bytes. */
package io.dateline.routing.actors;
