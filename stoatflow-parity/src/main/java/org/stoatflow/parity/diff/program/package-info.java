/** What a program is: plain data, which both libraries' runs share. */
package org.stoatflow.parity.diff.program;
