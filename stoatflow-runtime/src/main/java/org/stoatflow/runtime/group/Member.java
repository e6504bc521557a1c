package org.stoatflow.runtime.group;

import org.apache.kafka.clients.consumer.Consumer;
import org.stoatflow.runtime.source.SourceConsumer;
import org.stoatflow.state.StateEngine;

/** What is open while the application is a member of its group. */
public record Member(StateEngine state, SourceConsumer source, Membership membership) {
    public Consumer<byte[], byte[]> consumer() {
        return source.consumer();
    }
}
