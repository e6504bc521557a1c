package org.stoatflow.kernel.plan;

/** How a stage shares its records out to lanes (docs/DESIGN.md, "Affinity"). */
public enum Affinity {
    /** One lane for each virtual partition: Kafka Streams' order exactly. */
    PARTITION,
    /** By the hash of the key bytes, to any number of lanes. */
    KEY
}
