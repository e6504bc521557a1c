package org.stoatflow.kernel.error;

/** Why the engine leaves a record out, where a handler or a rule of Kafka Streams says so. */
public enum ErrorDrop {
    /** Key or value cannot be deserialized. */
    UNREADABLE,
    /** The timestamp extractor gave a negative timestamp. */
    NO_TIMESTAMP,
    /** A processor threw; dropped from there on. */
    PROCESSING,
    /** A sink's or hop's serializer threw. */
    UNSERIALIZABLE,
    /** A sink's partitioner chose no partition. */
    NO_PARTITION,
    /** The broker, or the producer, did not take it. */
    REFUSED
}
