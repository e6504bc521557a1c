package org.stoatflow.state.suppress;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * Where a record came from.
 *
 * @param topic its topic; empty for none, as of a punctuation
 * @param partition its partition; -1 for none
 * @param offset its offset; -1 for none
 */
record UpdatePlace(String topic, int partition, long offset) implements RecordMetadata {
    static final UpdatePlace NONE = new UpdatePlace("", -1, -1);

    static UpdatePlace of(@Nullable RecordMetadata origin) {
        if (origin == null) {
            return NONE;
        }
        String topic = origin.topic();
        return new UpdatePlace(topic == null ? "" : topic, origin.partition(), origin.offset());
    }

    /** The place as processors are told of it, or null where there is none. */
    @Nullable
    RecordMetadata known() {
        return topic.isEmpty() ? null : this;
    }
}
