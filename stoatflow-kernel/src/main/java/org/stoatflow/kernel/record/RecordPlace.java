package org.stoatflow.kernel.record;

/** Where a record came from, and its key as messages show it. */
public sealed interface RecordPlace {
    /** A record of a source topic. */
    record InTopic(String topic, int partition, long offset, String key) implements RecordPlace {}

    /**
     * A record that came through a hop.
     *
     * @param partition the virtual partition
     * @param sourceOffset offset of the source record that caused the record
     */
    record InHop(String topic, int partition, long sourceOffset, String key) implements RecordPlace {}

    /**
     * Work of a time batch, which has no record.
     *
     * @param epoch number of the time batch's epoch
     */
    record InTime(long epoch) implements RecordPlace {}

    /** The place as text for messages. */
    default String text() {
        return switch (this) {
            case InTopic in ->
                "topic " + in.topic() + ", partition " + in.partition() + ", offset " + in.offset() + ", key "
                        + in.key();
            case InHop in ->
                "hop " + in.topic() + ", virtual partition " + in.partition() + ", caused by source offset "
                        + in.sourceOffset() + ", key " + in.key();
            case InTime in -> "a time batch of epoch " + in.epoch();
        };
    }
}
