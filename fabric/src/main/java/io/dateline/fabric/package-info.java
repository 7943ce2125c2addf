/** What a subnet is: the immutable graph of its nodes and ports, its addresses and its tables. */
package io.dateline.fabric;
