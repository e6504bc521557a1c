package org.stoatflow.runtime.cluster;

import org.apache.kafka.clients.consumer.Consumer;

/**
 * A consumer that answers a few questions and is closed. What its close throws, such as a reporter's of metrics, is
 * only logged: the answers are there. Owner: its maker's thread.
 */
public record BriefConsumer(Consumer<byte[], byte[]> consumer) implements AutoCloseable {
    @Override
    public void close() {
        Closing.quietly("consumer", consumer::close);
    }
}
