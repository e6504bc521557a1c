package org.stoatflow.runtime.global;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.kernel.global.GlobalTask;

/**
 * Carries what a processor of a global store has thrown past those who wait for the brokers: a processor may throw what
 * the consumer throws, for example a time-out of a client of its own, and then its record must not be passed over.
 */
final class ThrownByProcessor extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final RuntimeException thrown;

    private ThrownByProcessor(RuntimeException thrown) {
        super(thrown.getMessage(), thrown, false, false);
        this.thrown = thrown;
    }

    RuntimeException thrown() {
        return thrown;
    }

    static void process(GlobalTask task, ConsumerRecord<byte[], byte[]> record) {
        try {
            task.process(record);
        } catch (RuntimeException thrown) {
            throw new ThrownByProcessor(thrown);
        }
    }
}
