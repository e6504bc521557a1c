package org.stoatflow.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes the timestamp that the record carries and leaves it to the subclass what to do where that is negative. */
abstract class ExtractRecordMetadataTimestamp implements TimestampExtractor {
    /**
     * Returns the timestamp in the record's metadata.
     *
     * @param record the record as it was read
     * @param partitionTime the greatest timestamp seen in the record's partition, or -1 before the first
     * @return the timestamp, or what {@link #onInvalidTimestamp} makes of a negative one
     */
    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        long timestamp = record.timestamp();
        return timestamp < 0 ? onInvalidTimestamp(record, timestamp, partitionTime) : timestamp;
    }

    /**
     * Called for a record whose timestamp is negative.
     *
     * @param record the record as it was read
     * @param recordTimestamp its negative timestamp
     * @param partitionTime the greatest timestamp seen in the record's partition, or -1 before the first
     * @return the timestamp to use; a negative one drops the record
     */
    public abstract long onInvalidTimestamp(
            ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime);
}
