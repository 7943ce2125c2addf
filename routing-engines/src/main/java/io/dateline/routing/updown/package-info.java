/** Up/down routing: the engines updn and dnup, which differ in what they call up. */
package io.dateline.routing.updown;
