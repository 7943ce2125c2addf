/** Subnet administration (IBA Vol 1, chapter 15): header, records, and RMPP (13.6). */
package io.dateline.mad.sa;
