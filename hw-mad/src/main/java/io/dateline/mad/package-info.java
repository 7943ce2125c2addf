/** Management datagrams as bytes: the common header, directed routes, attributes and records. */
package io.dateline.mad;
