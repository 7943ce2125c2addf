/** Finding out what is there: directed-route discovery from the local port. */
package io.dateline.sm.discover;
