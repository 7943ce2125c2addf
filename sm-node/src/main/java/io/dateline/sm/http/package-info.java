/** What a node tells over HTTP, and the server that does. */
package io.dateline.sm.http;
