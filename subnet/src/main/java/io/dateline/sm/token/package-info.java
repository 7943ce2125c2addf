/**
 * What clients may do over HTTP, and the file that says so: for the node that asks, and its
 * clients.
 */
package io.dateline.sm.token;
