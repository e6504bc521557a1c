/** Stores of updates and records that wait until stream time has gone on. */
package org.stoatflow.state.suppress;
