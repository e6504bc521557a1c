/**
 * Lanes, which run a stage's operator chain for a share of its records. Only a lane's own thread steps it; other
 * threads reach the lane through its {@link org.stoatflow.kernel.batch.Inbox} and read what the lane publishes.
 */
package org.stoatflow.kernel.lane;
