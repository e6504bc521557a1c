package org.stoatflow.kernel.outbox;

/**
 * The node that sends a record, and its stage. All records of a sink share one object.
 *
 * @param deadLetters whether the records are dead letters, for which no further dead letters are sent
 */
public record SendingNode(String node, int stage, boolean deadLetters) {
    /** The same node as the sender of dead letters for records that failed there. */
    public SendingNode ofDeadLetters() {
        return new SendingNode(node, stage, true);
    }
}
