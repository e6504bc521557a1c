package org.stoatflow.streams.processor.internals;

/**
 * Assigns nothing: an application has one owner of all partitions. Kept under this name because hints for native images
 * name the class.
 */
public final class StreamsPartitionAssignor {
    private StreamsPartitionAssignor() {}
}
