/**
 * What our engines, judge and QoS policy make of a fabric, compared with what Debian's opensm and
 * ibdmchk make of the same one.
 */
package io.dateline.it.opensm;
