/**
 * Programs that are made at random, run on the test drivers of both libraries, and compared ({@code ./stoatflow diff}).
 * {@code run} is loaded twice; {@code program} is what the two share.
 */
package org.stoatflow.parity.diff;
