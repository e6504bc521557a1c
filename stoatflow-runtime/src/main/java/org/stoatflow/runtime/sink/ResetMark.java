package org.stoatflow.runtime.sink;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The metadata that a reset gives to the committed offsets before it deletes anything, and takes away with the new
 * offsets at its end. An application that finds it must not begin there: its state may be gone. Kafka Streams takes
 * it for metadata of somebody else's.
 */
public final class ResetMark {
    private static final String TEXT = "stoatflow reset is not complete";

    private ResetMark() {}

    /** The offset to commit in place of one that is committed. */
    public static OffsetAndMetadata on(long committed) {
        return new OffsetAndMetadata(committed, Optional.empty(), TEXT);
    }

    /** What is said of a partition that has the mark. */
    public static String sentence(TopicPartition partition, long committed) {
        return "A reset of the application was begun and is not complete: topic " + partition.topic() + ", partition "
                + partition.partition() + ", still has the offset " + committed
                + " from before, and the state that belongs to it may be deleted. Run"
                + " ./stoatflow reset again with the same topics, to its end, before the application is started";
    }

    public static boolean isOn(@Nullable OffsetAndMetadata committed) {
        return committed != null && TEXT.equals(committed.metadata());
    }
}
