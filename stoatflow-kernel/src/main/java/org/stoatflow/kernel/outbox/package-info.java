/**
 * Outboxes: a lane's serialized output and changelog records of one epoch, kept until they are committed. The lane
 * fills an outbox; the committer sends its records and gives the outbox back.
 */
package org.stoatflow.kernel.outbox;
