/**
 * Which virtual lane a packet takes, and how lanes share a link: SL2VL maps and VL arbitration
 * tables, what ports are to have and what they are known to have. Pure.
 */
package io.dateline.sm.lane;
