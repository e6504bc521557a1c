package org.stoatflow.kernel.record;

/** Where a record came from, and its key as messages show it. */
public sealed interface RecordPlace {
    /** A record of a source topic. */
    record InTopic(String topic, int partition, long offset, String key) implements RecordPlace {}

    /**
     * A record that came through a hop.
     *
     * @param partition the virtual one
     * @param sourceOffset of the source record that caused it
     */
    record InHop(String topic, int partition, long sourceOffset, String key) implements RecordPlace {}

    /**
     * No record: what time has made due.
     *
     * @param epoch number of its epoch
     */
    record InTime(long epoch) implements RecordPlace {}

    /** For people. */
    default String text() {
        return switch (this) {
            case InTopic in ->
                "topic " + in.topic() + ", partition " + in.partition() + ", offset " + in.offset() + ", key "
                        + in.key();
            case InHop in ->
                "hop " + in.topic() + ", virtual partition " + in.partition() + ", caused by source offset "
                        + in.sourceOffset() + ", key " + in.key();
            case InTime in -> "a punctuation of epoch " + in.epoch();
        };
    }
}
