package org.stoatflow.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Uses the time at which a record is processed instead of the time it carries. */
public class WallclockTimestampExtractor implements TimestampExtractor {
    /** Creates the extractor. */
    public WallclockTimestampExtractor() {}

    /**
     * Returns the system's time.
     *
     * @param record not looked at
     * @param partitionTime not looked at
     * @return milliseconds since the epoch
     */
    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return System.currentTimeMillis();
    }
}
