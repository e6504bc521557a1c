/**
 * Lanes: what runs a stage's operator chain for a share of its records. A lane is touched by its own thread only;
 * others reach it through its {@link org.stoatflow.kernel.batch.Inbox}, and read what it publishes.
 */
package org.stoatflow.kernel.lane;
