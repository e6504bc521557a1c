package org.stoatflow.stores;

/**
 * Which windows and sessions of a store can be read. As in Kafka Streams, that depends on what lies around the rows.
 */
public enum ShownRows {
    /** Those within the retention. */
    RETAINED,

    /** Those within the retention and one millisecond more: its stores that are ordered by time count so. */
    RETAINED_AND_ONE_MS,

    /** All that are stored: its caches do not ask for the retention. */
    STORED
}
