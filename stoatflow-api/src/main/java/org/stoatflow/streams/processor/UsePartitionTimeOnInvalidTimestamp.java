package org.stoatflow.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.streams.errors.StreamsException;

/** Takes the timestamp that the record carries, and where that is negative the greatest one seen in its partition. */
public class UsePartitionTimeOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {
    /** Creates the extractor. */
    public UsePartitionTimeOnInvalidTimestamp() {}

    /**
     * Returns the partition's time.
     *
     * @param record the record as it was read
     * @param recordTimestamp its negative timestamp
     * @param partitionTime the greatest timestamp seen in the record's partition, or -1 before the first
     * @return {@code partitionTime}
     * @throws StreamsException if the partition has had no valid timestamp yet
     */
    @Override
    public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime)
            throws StreamsException {
        if (partitionTime < 0) {
            throw new StreamsException("Record " + InvalidTimestamps.place(record) + " has the invalid timestamp "
                    + recordTimestamp + ", and no earlier record of its partition had a valid one.");
        }
        return partitionTime;
    }
}
