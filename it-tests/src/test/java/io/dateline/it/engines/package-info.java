/**
 * Routing engines in a running node: fabrics that are damaged, mended and routed anew, SLs and
 * lanes that outlive the master, and tori above all.
 */
package io.dateline.it.engines;
