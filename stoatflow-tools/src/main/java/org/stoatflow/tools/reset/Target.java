package org.stoatflow.tools.reset;

import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Where the committed offsets of the input topics are to be. */
sealed interface Target {
    /** The first record there is. */
    record Earliest() implements Target {}

    /** Behind the last record. */
    record Latest() implements Target {}

    /** The same offset in each partition. */
    record Offset(long offset) implements Target {}

    /** So many records further than now; fewer than none is back. */
    record Shift(long records) implements Target {}

    /** The first record that is not older. */
    record Time(Instant from) implements Target {}

    /** An offset for each partition, from a file. */
    record Planned(Map<TopicPartition, Long> offsets) implements Target {}
}
