/** How things are put in words, wherever they are told. */
package io.dateline.sm.text;
