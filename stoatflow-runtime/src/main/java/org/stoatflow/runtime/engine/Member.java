package org.stoatflow.runtime.engine;

import org.apache.kafka.clients.consumer.Consumer;
import org.stoatflow.state.StateEngine;

/** What is open while the application is a member of its group. */
record Member(StateEngine state, Consumer<byte[], byte[]> consumer, Membership membership) {}
