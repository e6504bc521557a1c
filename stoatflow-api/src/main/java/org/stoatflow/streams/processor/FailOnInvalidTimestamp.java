package org.stoatflow.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.streams.errors.StreamsException;

/** Takes the timestamp that the record carries, and fails the application where that is negative. The default. */
public class FailOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {
    /** Creates the extractor. */
    public FailOnInvalidTimestamp() {}

    /**
     * Fails.
     *
     * @param record the record as it was read
     * @param recordTimestamp its negative timestamp
     * @param partitionTime the greatest timestamp seen in the record's partition, or -1 before the first
     * @return nothing
     * @throws StreamsException always
     */
    @Override
    public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime)
            throws StreamsException {
        throw new StreamsException("Record " + InvalidTimestamps.place(record) + " has the invalid timestamp "
                + recordTimestamp + ". Its producer may be older than Kafka 0.10 or set no timestamp; set"
                + " default.timestamp.extractor to an extractor that accepts such records.");
    }
}
