/** Stores of updates that wait until stream time has gone on. */
package org.stoatflow.state.suppress;
