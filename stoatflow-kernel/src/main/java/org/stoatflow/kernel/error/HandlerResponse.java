package org.stoatflow.kernel.error;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What a handler decides for one record.
 *
 * @param deadLetters dead letters to send, whatever the decision
 */
public record HandlerResponse(Decision decision, List<ProducerRecord<byte[], byte[]>> deadLetters) {
    /** What the engine does with the record. */
    public enum Decision {
        /** The record is dropped and counted, and the lane goes on. */
        DROP,
        /** The epoch is aborted. */
        FAIL,
        /** The same output is sent again. Only for records that could not be sent for an error that may pass. */
        RETRY
    }
}
