package org.stoatflow.kernel.outbox;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The node that sends a record, and its stage. All records of a sink share one object.
 *
 * @param deadLetters whether the records are dead letters, for which no further dead letters are sent
 * @param hops the topics of the hops through which records come into the stage
 */
public record SendingNode(String node, int stage, boolean deadLetters, Set<String> hops) {
    /** The same node as the sender of dead letters for records that failed there. */
    public SendingNode ofDeadLetters() {
        return new SendingNode(node, stage, true, hops);
    }

    /** Whether a record of that topic came over a hop: then its offset is that of a record of a source. */
    public boolean isBehindHop(@Nullable String topic) {
        return topic != null && hops.contains(topic);
    }
}
