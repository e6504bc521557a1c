package org.stoatflow.kernel.error;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What a handler decides for one record.
 *
 * @param deadLetters to be sent, whatever the decision
 */
public record HandlerResponse(Decision decision, List<ProducerRecord<byte[], byte[]>> deadLetters) {
    /** What becomes of the record. */
    public enum Decision {
        /** Leave the record out, count it, go on. */
        DROP,
        /** The epoch is aborted. */
        FAIL,
        /** The same again; for records that could not be sent, where the error may pass. */
        RETRY
    }
}
