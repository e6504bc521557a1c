/**
 * Lanes: inboxes, batches, the operator chain of a stage and what leaves it. A lane is touched by its own thread only;
 * others reach it through its {@link org.stoatflow.kernel.lane.Inbox}.
 */
package org.stoatflow.kernel.lane;
