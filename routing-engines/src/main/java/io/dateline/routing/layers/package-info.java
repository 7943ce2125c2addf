/** Virtual layers: which lane each path of a routing has, so that no credit loop can form. */
package io.dateline.routing.layers;
