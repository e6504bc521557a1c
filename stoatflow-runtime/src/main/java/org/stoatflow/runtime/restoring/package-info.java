/**
 * What comes before a run: the restore of the state (what is missing, and who reads it), and what an owner before has
 * left between its sub-topologies.
 */
package org.stoatflow.runtime.restoring;
