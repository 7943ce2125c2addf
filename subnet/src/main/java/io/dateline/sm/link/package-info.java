/** What ports are told: addresses, keys, MTU, lanes, and the way from Init to Active. */
package io.dateline.sm.link;
