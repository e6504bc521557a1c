package org.stoatflow.runtime.topics;

import org.stoatflow.streams.errors.StreamsException;

/** Brokers answer that a topic does not exist that a sink writes to, and did not create it when they were asked. */
final class MissingSinkTopicException extends StreamsException {
    private static final long serialVersionUID = 1L;

    MissingSinkTopicException(String topic) {
        super("Topic " + topic + ", which a sink writes to, does not exist");
    }

    /** The same of a question that was asked before. */
    MissingSinkTopicException(MissingSinkTopicException before) {
        super(before.getMessage(), before);
    }
}
