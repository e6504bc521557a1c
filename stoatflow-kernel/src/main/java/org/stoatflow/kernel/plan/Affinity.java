package org.stoatflow.kernel.plan;

/** How a stage shares its records out to lanes (docs/DESIGN.md, "Affinity"). */
public enum Affinity {
    /** One lane for each virtual partition: exactly Kafka Streams' order. */
    PARTITION,
    /** Any number of lanes; the hash of a record's key bytes chooses the lane. */
    KEY
}
