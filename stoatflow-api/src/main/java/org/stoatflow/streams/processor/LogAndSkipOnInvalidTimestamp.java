package org.stoatflow.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.Repeats;

/** Takes the timestamp that the record carries, and drops the record with a warning where that is negative. */
public class LogAndSkipOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {
    private static final Logger LOG = LoggerFactory.getLogger(LogAndSkipOnInvalidTimestamp.class);

    private final Repeats skipped = new Repeats();

    /** Creates the extractor. */
    public LogAndSkipOnInvalidTimestamp() {}

    /**
     * Warns of the 1st, 10th, 100th and so on, and returns the negative timestamp, so that the record is dropped.
     *
     * @param record the record as it was read
     * @param recordTimestamp its negative timestamp
     * @param partitionTime the greatest timestamp seen in the record's partition, or -1 before the first
     * @return {@code recordTimestamp}
     */
    @Override
    public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime) {
        long times = skipped.next();
        if (times > 0) {
            LOG.warn(
                    "Skipping record {} with the invalid timestamp {}. That makes {}.",
                    InvalidTimestamps.place(record),
                    recordTimestamp,
                    times);
        }
        return recordTimestamp;
    }
}
