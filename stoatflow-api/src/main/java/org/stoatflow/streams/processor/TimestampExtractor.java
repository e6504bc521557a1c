package org.stoatflow.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Gives each input record its event time. One instance serves every lane that reads the source, so it must be safe for
 * use by several threads at once.
 */
public interface TimestampExtractor {
    /**
     * Returns the record's event time in milliseconds since the epoch. A negative result drops the record.
     *
     * @param record the record as it was read, key and value deserialized
     * @param partitionTime the greatest timestamp seen in the record's partition, or -1 before the first
     * @return the timestamp
     */
    long extract(ConsumerRecord<Object, Object> record, long partitionTime);
}
