package org.stoatflow.parity.program;

import java.util.List;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Notes the stream time at each record, and the record's place. */
final class StreamTimes extends ContextualProcessor<String, String, Void, Void> {
    private final List<String> seen;

    StreamTimes(List<String> seen) {
        this.seen = seen;
    }

    @Override
    public void process(Record<String, String> record) {
        seen.add(context().currentStreamTimeMs() + " at "
                + context().recordMetadata().orElseThrow().offset());
    }
}
