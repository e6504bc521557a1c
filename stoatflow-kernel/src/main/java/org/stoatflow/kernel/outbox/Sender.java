package org.stoatflow.kernel.outbox;

/**
 * Which node of which stage sends; one for each sink, shared by all its records.
 *
 * @param deadLetters whether what it sends are dead letters, which beget no others
 */
public record Sender(String node, int stage, boolean deadLetters) {
    /** The same node, for the dead letters of records that failed there. */
    public Sender ofDeadLetters() {
        return new Sender(node, stage, true);
    }
}
