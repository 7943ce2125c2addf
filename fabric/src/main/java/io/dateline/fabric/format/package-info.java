/** Text files: topologies as ibnetdiscover prints them, and the dump files of OpenSM. */
package io.dateline.fabric.format;
