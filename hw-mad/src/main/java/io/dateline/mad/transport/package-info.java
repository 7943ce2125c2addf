/** How MADs get to the fabric and answers come back: wires, transactions, windows. */
package io.dateline.mad.transport;
