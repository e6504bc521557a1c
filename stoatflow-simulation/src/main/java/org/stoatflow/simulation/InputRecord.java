package org.stoatflow.simulation;

import java.util.BitSet;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A record that was written to a source topic, with what the program has done with it so far. Its value is {@code
 * id:word word}.
 */
final class InputRecord {
    final int id;
    final TopicPartition partition;
    final long offset;
    final long timestamp;
    final @Nullable String key;
    final List<String> words;
    final boolean poisoned;
    /** The words that have come through the last operator, in any attempt. */
    final BitSet finished = new BitSet();

    /** Whether the program has seen it, in any attempt. */
    boolean seen;

    Fate fate = Fate.OPEN;

    /** The fate of the transaction that wrote the record. */
    enum Fate {
        OPEN,
        COMMITTED,
        ABORTED,
        /** The log has lost it, or its topic is deleted, before its offset was committed: it may come out or not. */
        LOST
    }

    InputRecord(
            int id,
            TopicPartition partition,
            long offset,
            long timestamp,
            @Nullable String key,
            List<String> words,
            boolean poisoned) {
        this.id = id;
        this.partition = partition;
        this.offset = offset;
        this.timestamp = timestamp;
        this.key = key;
        this.words = words;
        this.poisoned = poisoned;
    }

    static String value(int id, List<String> words) {
        return id + ":" + String.join(" ", words);
    }

    @Override
    public String toString() {
        return "input " + id + " at " + partition + " offset " + offset + " at " + timestamp + " key=" + key + " "
                + words + " " + fate;
    }
}
