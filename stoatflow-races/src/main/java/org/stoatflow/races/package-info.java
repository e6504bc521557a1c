/** Proofs that see inside a step, and the command that runs them. */
package org.stoatflow.races;
