package org.stoatflow.streams.processor.api;

/**
 * Where a {@link Processor} runs, and how it sends records on.
 *
 * @param <KForward> the type of forwarded keys
 * @param <VForward> the type of forwarded values
 */
public interface ProcessorContext<KForward, VForward> extends ProcessingContext {
    /**
     * Sends a record to all children. Returns after they have processed it, except across a hop or a topic.
     *
     * @param record the record
     * @param <K> the type of the key
     * @param <V> the type of the value
     */
    <K extends KForward, V extends VForward> void forward(Record<K, V> record);

    /**
     * Sends a record to one child.
     *
     * @param record the record
     * @param childName the child's name
     * @param <K> the type of the key
     * @param <V> the type of the value
     */
    <K extends KForward, V extends VForward> void forward(Record<K, V> record, String childName);
}
