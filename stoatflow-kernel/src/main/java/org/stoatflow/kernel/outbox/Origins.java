package org.stoatflow.kernel.outbox;

import java.util.Arrays;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.ErrorContext;
import org.stoatflow.streams.processor.TaskId;

/**
 * For each record of an outbox, the node that sent it and the record that the node was processing; for error handlers.
 * Columns of an {@link Outbox}.
 */
final class Origins {
    private @Nullable SendingNode[] senders;
    private @Nullable String[] topics;
    private int[] partitions;
    private long[] offsets;

    Origins(int capacity) {
        senders = new SendingNode[capacity];
        topics = new String[capacity];
        partitions = new int[capacity];
        offsets = new long[capacity];
    }

    void set(int index, SendingNode sender, @Nullable String topic, int partition, long offset) {
        if (index >= senders.length) {
            int capacity = Math.max(index + 1, senders.length * 2);
            senders = Arrays.copyOf(senders, capacity);
            topics = Arrays.copyOf(topics, capacity);
            partitions = Arrays.copyOf(partitions, capacity);
            offsets = Arrays.copyOf(offsets, capacity);
        }
        senders[index] = sender;
        topics[index] = topic;
        partitions[index] = partition;
        offsets[index] = offset;
    }

    @Nullable
    SendingNode sender(int index) {
        return index < senders.length ? senders[index] : null;
    }

    /**
     * Makes the context for an error handler. It has no key and value of the source record: as in Kafka Streams, they
     * are not kept until the output is sent.
     */
    ErrorContext context(int index, SendingNode sender, Headers headers, long timestamp) {
        return new ErrorContext(
                topics[index],
                partitions[index],
                offsets[index],
                headers,
                sender.node(),
                new TaskId(sender.stage(), partitions[index]),
                timestamp,
                null,
                null);
    }

    void forget(int from, int to) {
        Arrays.fill(senders, Math.min(from, senders.length), Math.min(to, senders.length), null);
    }
}
