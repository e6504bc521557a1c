package org.stoatflow.runtime.sink;

import org.apache.kafka.common.errors.TimeoutException;
import org.stoatflow.kernel.outbox.Outbox;

/**
 * A record cannot be sent, since the cluster does not have its topic or partition. Brokers answer, so this is no
 * outage. The client's own word for it is a {@link TimeoutException}, which production handlers know from Kafka
 * Streams.
 */
public final class AbsentTopicException extends TimeoutException {
    private static final long serialVersionUID = 1L;

    /** @param there how many partitions the topic has; 0 if it does not exist */
    AbsentTopicException(String topic, int partition, int there) {
        super(describe(topic, partition, there));
    }

    private static String describe(String topic, int partition, int there) {
        if (there == 0) {
            return "Topic " + topic + (partition == Outbox.ANY_PARTITION ? "" : ", partition " + partition + ",")
                    + " does not exist: the brokers answer and do not have it. Create the topic, or name another one";
        }
        return "Topic " + topic + " has no partition " + partition + ": it has " + there
                + ", as the brokers answer. Give the topic as many partitions as it had, or as the partitioner chooses"
                + " from";
    }
}
