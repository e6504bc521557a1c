/** Proofs that switch threads inside a step of the engine, and the command that runs the proofs. */
package org.stoatflow.races;
