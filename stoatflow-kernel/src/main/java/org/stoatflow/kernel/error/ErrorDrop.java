package org.stoatflow.kernel.error;

/** Why the engine drops a record, as a handler or a rule of Kafka Streams demands. */
public enum ErrorDrop {
    /** Key or value cannot be deserialized. */
    UNREADABLE,
    /** The timestamp extractor gave a negative timestamp, or a record of a global store or a hop has one. */
    NO_TIMESTAMP,
    /** A processor threw. The record is dropped from this processor on. */
    PROCESSING,
    /** A sink's or hop's serializer threw. */
    UNSERIALIZABLE,
    /** A sink's partitioner chose no partition. */
    NO_PARTITION,
    /** The broker or the producer did not take the record. */
    REFUSED,
    /** A dead letter was not taken, not even shortened. The record that it is for was counted before. */
    DEAD_LETTER
}
