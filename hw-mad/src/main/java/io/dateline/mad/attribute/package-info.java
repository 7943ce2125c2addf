/** Management attributes (IBA Vol 1, 13.4.8 and 14.2.5) as views over their bytes in wire order. */
package io.dateline.mad.attribute;
