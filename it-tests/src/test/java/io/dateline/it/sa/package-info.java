/** Subnet administration and its multicast groups, asked by hosts and by the field's tools. */
package io.dateline.it.sa;
