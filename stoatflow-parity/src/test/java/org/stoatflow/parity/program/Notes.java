package org.stoatflow.parity.program;

import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Processors that note what their context says. */
final class Notes {
    private Notes() {}

    /** The task that has a copy of a record, as a part of its key: copies of one record come in no order. */
    static final class Copies extends ContextualProcessor<String, String, String, String> {
        private final Scene at;

        Copies(Scene at) {
            this.at = at;
        }

        @Override
        public void process(Record<String, String> record) {
            String key = context().taskId() + " " + record.key();
            at.note(key, record.value());
            context().forward(record.withKey(key));
        }
    }

    /** Where a record is from, and the task. */
    static final class Places extends ContextualProcessor<String, String, String, String> {
        private final Scene at;

        Places(Scene at) {
            this.at = at;
        }

        @Override
        public void process(Record<String, String> record) {
            at.note(
                    record.key(),
                    context().taskId() + " "
                            + context()
                                    .recordMetadata()
                                    .map(m -> m.topic() + "-" + m.partition())
                                    .orElse("none"));
            context().forward(record.withValue(context().taskId() + " " + record.value()));
        }
    }
}
