package org.stoatflow.kernel.outbox;

/**
 * Which node of which stage sends; one for each sink, shared by all its records.
 *
 * @param deadLetters whether what it sends are dead letters, which beget no others
 */
public record SendingNode(String node, int stage, boolean deadLetters) {
    /** The same node, for the dead letters of records that failed there. */
    public SendingNode ofDeadLetters() {
        return new SendingNode(node, stage, true);
    }
}
