package org.stoatflow.kernel.outbox;

/**
 * One partition of a store's changelog topic.
 *
 * @param store number of the store in the state
 * @param topic changelog topic, application id included
 * @param partition virtual partition of the stage that owns the store
 */
public record ChangelogPartition(int store, String topic, int partition) {}
