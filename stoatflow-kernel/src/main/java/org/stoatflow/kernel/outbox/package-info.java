/**
 * What leaves a lane: its serialized output and changelog records of one epoch, kept until they are committed. The lane
 * fills an outbox, the committer sends it and gives it back.
 */
package org.stoatflow.kernel.outbox;
